import type { PacketWish } from '../../capture/pods/tcpdump-words.ts';
import { lacksTcpdump } from '../../capture/image/lacks-tcpdump.ts';
import { noTargetBefore, splitCaptureWords } from '../../capture/filter/filter-words.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import { CAPTURE_IMAGE } from '../../flags/tables/network/capture-flags.ts';
import type { Io } from '../../io.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { parseQuantity } from '../../pod/resources/quantity.ts';
import { parseTargetOrNamespace, type TargetRef } from '../../target/names/parse-target.ts';
import { readKeeperRequest, textOf } from '../shared/request/container-request.ts';
import { readPositiveDuration, readStartTimeout } from '../shared/session-options.ts';

/** Where the packets of a call go. */
export type CapturePlace =
  /** Text on stdout, unless Wireshark shows them. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'stdout' }
  /** As it was typed. */
  | { readonly kind: 'file'; readonly file: string; readonly overwrites: boolean };

/** When a capture ends by itself; undefined for no bound. */
export interface CaptureBounds {
  readonly packets: number | undefined;
  readonly durationMs: number | undefined;
  readonly maxBytes: number | undefined;
}

/** What the user asks `capture` to do. */
export interface CaptureRequest {
  /** Empty if a selector chooses the pods, or the user is to be asked. */
  readonly targets: readonly TargetRef[];
  readonly labelSelector: string | undefined;
  readonly isAllNamespaces: boolean;
  readonly place: CapturePlace;
  /** Whether Wireshark shows the packets. */
  readonly opens: boolean;
  readonly packets: PacketWish;
  readonly bounds: CaptureBounds;
  /** The debug container, for any pod. */
  readonly container: DebugRequest;
  /** Said before anything is added; undefined if the image is the one that was asked for. */
  readonly imageNote: string | undefined;
  readonly startTimeoutMs: number;
  readonly maxLifeMs: number;
  /** Whether not to ask before a capture in many pods. */
  readonly isConfirmed: boolean;
  readonly isQuiet: boolean;
}

/** What a capture keeps of each packet at most, as in tcpdump (MAXIMUM_SNAPLEN). */
const MAX_SNAP_BYTES = 262_144;
/** Less has no room for the header of a file and of its interfaces. */
const LEAST_SIZE_BYTES = 4096;

/** Of a stream to stdout and one to Wireshark, what is typed goes before a default. */
function readPlaces(io: Io, flags: FlagValues): Pick<CaptureRequest, 'place' | 'opens'> {
  const file = textOf(flags, 'write');
  const opens = flags.boolean('open');
  if (file !== '-') return { place: filePlace(flags, file), opens };
  if (opens && flags.isGiven('open')) return { place: { kind: 'lines' }, opens };
  return { place: stdoutPlace(io), opens: false };
}

function filePlace(flags: FlagValues, file: string | undefined): CapturePlace {
  if (file !== undefined) return { kind: 'file', file, overwrites: flags.boolean('overwrite') };
  if (flags.isGiven('overwrite') && flags.boolean('overwrite'))
    throw new CliError('usage', '--overwrite replaces a file, and none is named', { hint: 'add -w FILE' });
  return { kind: 'lines' };
}

function stdoutPlace(io: Io): CapturePlace {
  if (!io.terminal.hasOutput) return { kind: 'stdout' };
  throw new CliError('usage', 'packets are not written to a terminal', {
    hint: 'leave out -w for lines of text, name a file, or pass stdout on: kubectl-debug capture POD -w - | wireshark -k -i -',
  });
}

function readBounds(flags: FlagValues): CaptureBounds {
  const packets = flags.integer('packets');
  if (packets !== undefined && packets < 1)
    throw new CliError('usage', `--packets cannot be ${packets}`, {
      hint: 'use a number from 1 on, or leave it out for no end',
    });
  const durationMs = readPositiveDuration(flags, { name: 'duration', example: '30s' });
  return { packets, durationMs, maxBytes: readMaxSize(flags) };
}

function readMaxSize(flags: FlagValues): number | undefined {
  const text = textOf(flags, 'max-size');
  if (text === undefined) return undefined;
  const quantity = parseQuantity(text);
  const bytes = quantity === undefined ? 0 : Number(quantity.nanos / 10n ** 9n);
  if (bytes >= LEAST_SIZE_BYTES) return bytes;
  throw new CliError('usage', `--max-size cannot be "${text}"`, {
    hint: 'use a number of bytes from 4Ki on, for example 10Mi or 1Gi',
  });
}

function readPackets(flags: FlagValues, filter: readonly string[]): PacketWish {
  const snapBytes = flags.integer('snaplen') ?? MAX_SNAP_BYTES;
  if (snapBytes < 1 || snapBytes > MAX_SNAP_BYTES)
    throw new CliError('usage', `--snaplen cannot be ${snapBytes}`, {
      hint: `use a number of bytes from 1 to ${MAX_SNAP_BYTES}`,
    });
  const networkInterface = flags.string('interface') ?? '';
  // The kernel allows 15 bytes; a name that begins with a hyphen would be an option.
  if (!/^[^\s/-][^\s/]{0,14}$/.test(networkInterface))
    throw new CliError('usage', `--interface: "${networkInterface}" cannot be the name of an interface`, {
      hint: 'for example --interface=eth0, or any for all of them',
    });
  return { networkInterface, snapBytes, isPromiscuous: flags.boolean('promiscuous'), filter };
}

interface ChosenImage {
  readonly image: string;
  readonly note: string | undefined;
}

/** Throws `usage` for a typed image without tcpdump; a default that is meant for shells is replaced. */
function chooseImage({ flags, mirrored = (image: string) => image }: CommandInput): ChosenImage {
  const image = flags.string('image') ?? '';
  if (image === '' || !lacksTcpdump(image)) return { image, note: undefined };
  if (flags.isGiven('image'))
    throw new CliError('usage', `image "${image}" has no tcpdump`, {
      hint: `leave out --image for ${CAPTURE_IMAGE}, or name one that has sh and tcpdump`,
    });
  const other = mirrored(CAPTURE_IMAGE);
  return { image: other, note: `the default image ${image} has no tcpdump: using ${other}` };
}

/**
 * The debug container of kubectl's profile netadmin, as root: other users cannot capture, even with the capabilities. The
 * fallbacks of the profile are not those of `debug`, as a restricted one cannot capture.
 */
function readContainer(io: Io, flags: FlagValues, image: string): DebugRequest {
  return readKeeperRequest(io, flags, {
    image,
    profile: 'netadmin',
    adaptsProfile: false,
    security: { runAs: { kind: 'ids', ids: { user: 0 } }, capAdd: [], capDrop: [] },
  });
}

/** `-s 96` of tcpdump would be the address of the server. */
function refuseSnaplenAsServer(flags: FlagValues): void {
  const server = flags.isGiven('server') ? (flags.string('server') ?? '') : '';
  if (!/^\d+$/.test(server)) return;
  throw new CliError('usage', `-s is the address of the API server here, and "${server}" is none`, {
    hint: `of each packet, ${server} bytes: --snaplen=${server}`,
  });
}

/** Only what is typed contradicts: a default of the config yields. */
function refuseContradictions(flags: FlagValues, targetCount: number): void {
  const isTyped = (name: string): boolean => flags.isGiven(name) && flags.boolean(name);
  const isSelecting = flags.isGiven('selector') && textOf(flags, 'selector') !== undefined;
  if (targetCount > 0 && isSelecting)
    throw new CliError('usage', 'pods are chosen by name or by a selector, not by both', {
      hint: 'leave out the names, or -l; a filter goes after --',
    });
  if (isTyped('all-namespaces') && !isSelecting)
    throw new CliError('usage', '-A needs a selector: nobody wants the packets of each pod of a cluster', {
      hint: 'for example -A -l app=web; or name a pod as NAMESPACE/POD',
    });
  if (isTyped('open') && flags.isGiven('write') && flags.string('write') === '-')
    throw new CliError('usage', '--open and -w - both take the packets as a stream', {
      hint: 'leave out one of them; --open -w FILE keeps a file of what Wireshark shows',
    });
}

/** Reads the command line of `capture`. Throws `usage` or `image-invalid`. */
export function readCaptureRequest(io: Io, input: CommandInput, canAsk: boolean): CaptureRequest {
  const { flags } = input;
  const { targets, filter } = splitCaptureWords(input);
  refuseSnaplenAsServer(flags);
  refuseContradictions(flags, targets.length);
  // A typed name goes before a selector of the config.
  const labelSelector = targets.length > 0 ? undefined : textOf(flags, 'selector');
  if (targets.length === 0 && labelSelector === undefined) {
    if (filter.length > 0 && input.commandAfterDash === undefined) throw noTargetBefore(filter);
    if (!canAsk)
      throw new CliError('usage', 'no pod is named', {
        hint: 'kubectl-debug capture POD, or kubectl-debug capture -l SELECTOR',
      });
  }
  const { image, note } = chooseImage(input);
  return {
    targets: targets.map(parseTargetOrNamespace),
    labelSelector,
    isAllNamespaces: labelSelector !== undefined && flags.boolean('all-namespaces'),
    ...readPlaces(io, flags),
    packets: readPackets(flags, filter),
    bounds: readBounds(flags),
    container: readContainer(io, flags, image),
    imageNote: note,
    startTimeoutMs: readStartTimeout(flags),
    maxLifeMs: readPositiveDuration(flags, { name: 'max-life', example: '1h' }) ?? 0,
    isConfirmed: flags.boolean('yes'),
    isQuiet: flags.boolean('quiet'),
  };
}
