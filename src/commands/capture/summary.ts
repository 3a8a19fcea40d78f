import { bytesText, countText, numberText } from '../../audit/results/text/count-text.ts';
import type { PacketCounts } from '../../capture/captured.ts';
import type { PacketWish } from '../../capture/pods/tcpdump-words.ts';
import type { ReachedBound } from '../../capture/sink/limit.ts';
import type { Explained } from '../../errors/refusals/refusals.ts';
import { shellLine } from '../../errors/shell-word.ts';
import { CAPTURE_IMAGE } from '../../flags/tables/network/capture-flags.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import type { CaptureRequest } from './capture-request.ts';

/** What was captured in one pod. */
export interface PodTotal {
  readonly name: string;
  /** How many were written. */
  readonly packets: number;
  /** What tcpdump has counted, in all its runs; undefined if none has told its counts. */
  readonly counts: PacketCounts | undefined;
}

/** What a call has captured. */
export interface CaptureTotals {
  readonly packets: number;
  readonly bytes: number;
  readonly pods: readonly PodTotal[];
  readonly ended: ReachedBound | 'duration' | undefined;
}

/** The flag that has ended a capture. */
const BY_FLAG: Readonly<Record<ReachedBound | 'duration', string>> = {
  packets: '--packets',
  size: '--max-size',
  duration: '--duration',
};

/** How many pods have a line of their own. */
const MAX_LINES = 20;
/** How many pods a line names. */
const MAX_NAMES = 5;

/** `1,203 packets, 1.2 MiB in web.pcapng`, and a line for each of several pods. */
export function summaryLines(
  { packets, bytes, pods, ended }: CaptureTotals,
  { place, opens }: Pick<CaptureRequest, 'place' | 'opens'>,
): readonly string[] {
  const isText = place.kind === 'lines' && !opens;
  const size = isText ? '' : `, ${bytesText(bytes)}`;
  const where = place.kind === 'file' && bytes > 0 ? ` in ${place.file}` : '';
  const why = ended === undefined ? '' : `; ended by ${BY_FLAG[ended]}`;
  const total = `${countText(packets, 'packet')}${size}${where}${why}`;
  if (pods.length < 2) return [total];
  const lines = pods
    .slice(0, MAX_LINES)
    .map(({ name, packets: own, counts }) => `${name}: ${podText(own, counts)}`);
  const more = pods.length > MAX_LINES ? [`and ${pods.length - MAX_LINES} more pods`] : [];
  return [total, ...lines, ...more];
}

function podText(packets: number, counts: PacketCounts | undefined): string {
  const dropped = counts === undefined ? 'drops unknown' : `${numberText(counts.dropped)} dropped`;
  return `${countText(packets, 'packet')}, ${dropped}`;
}

/** A warning for each pod in which packets were dropped. */
export function dropWarnings(
  pods: readonly PodTotal[],
  { place, opens }: Pick<CaptureRequest, 'place' | 'opens'>,
): readonly Explained[] {
  const isText = place.kind === 'lines' && !opens;
  return pods.flatMap(({ name, counts }) => {
    if (counts === undefined || counts.dropped === 0) return [];
    const all = counts.captured + counts.dropped;
    return {
      kind: 'output-incomplete',
      why: `the kernel dropped ${numberText(counts.dropped)} of ${countText(all, 'packet')} in ${name}: they came faster than tcpdump took them`,
      hint: `ask for fewer with a narrower filter, or keep less of each packet: --snaplen=96${isText ? '; a file takes them faster than lines do: -w FILE' : ''}`,
    } as const;
  });
}

/** How to see whether there are packets at all, if a filter has let none pass; undefined if it does not matter. */
export function withoutFilterText(
  { packets, pods }: Pick<CaptureTotals, 'packets' | 'pods'>,
  {
    packets: { filter, networkInterface },
    container,
  }: {
    readonly packets: Pick<PacketWish, 'filter' | 'networkInterface'>;
    readonly container: Pick<DebugRequest, 'image'>;
  },
): string | undefined {
  if (packets > 0 || filter.length === 0) return undefined;
  const words = [
    ...pods.slice(0, MAX_NAMES).map(({ name }) => name),
    // With another image there would be another debug container.
    ...(container.image === undefined || container.image === CAPTURE_IMAGE
      ? []
      : [`--image=${container.image}`]),
    ...(networkInterface === 'any' ? [] : [`--interface=${networkInterface}`]),
    '--packets=10',
  ];
  return `without the filter: ${shellLine(['kubectl-debug', 'capture', ...words])}`;
}
