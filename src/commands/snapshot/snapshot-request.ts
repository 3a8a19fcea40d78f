import { CliError } from '../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { requireContainerName } from '../../pod/object-names.ts';
import { parseQuantity } from '../../pod/resources/quantity.ts';
import type { InsideWish } from '../../snapshot/gather-inside.ts';
import type { LogBounds } from '../../snapshot/kinds/api-context.ts';
import { parseTargetOrNamespace, type TargetRef } from '../../target/names/parse-target.ts';
import { readKeeperRequest, readRights, textOf } from '../shared/request/container-request.ts';
import { imageOf } from '../shared/debug-defaults.ts';
import { readReasonFlag } from '../shared/read-reason.ts';
import { readStartTimeout } from '../shared/session-options.ts';

/** What the user asks `snapshot` to do. */
export interface SnapshotRequest {
  /** Empty if a selector chooses the pods, or the user is to be asked. */
  readonly targets: readonly TargetRef[];
  readonly labelSelector: string | undefined;
  readonly isAllNamespaces: boolean;
  /** As it was typed; undefined for the default name. */
  readonly output: string | undefined;
  readonly overwrites: boolean;
  readonly logs: LogBounds;
  readonly reason: string | undefined;
  /** undefined for `--no-container`. */
  readonly inside: InsideWish | undefined;
  readonly deletes: boolean;
  /** Whether to delete without asking. */
  readonly isConfirmed: boolean;
  readonly isQuiet: boolean;
}

/** What follows a snapshot is a matter of minutes. */
export const KEEPER_LIFE_MS = 600_000;
/** Each is held in memory while it is read. */
const MAX_SIZE_BYTES = 256 * 1024 * 1024;

/** Reads a size such as `16Mi`. Throws `usage`. */
function readSize(flags: FlagValues, name: string): number {
  const text = flags.string(name) ?? '';
  const quantity = parseQuantity(text);
  const bytes = quantity === undefined ? 0 : Number(quantity.nanos / 10n ** 9n);
  if (bytes >= 1 && bytes <= MAX_SIZE_BYTES) return bytes;
  throw new CliError('usage', `--${name} cannot be "${text}"`, {
    hint: 'use a number of bytes up to 256Mi, for example 64Ki or 16Mi',
  });
}

function readLogBounds(flags: FlagValues): LogBounds {
  const lines = flags.integer('log-tail') ?? -1;
  if (lines < -1 || lines === 0)
    throw new CliError('usage', `--log-tail cannot be ${lines}`, {
      hint: 'use a number of lines from 1 on, or -1 for all',
    });
  return { tailLines: lines === -1 ? undefined : lines, maxBytes: readSize(flags, 'max-log-size') };
}

/** Flags that only a debug container obeys. */
const FOR_CONTAINER = [
  'target',
  'all-containers',
  'file',
  'image',
  'profile',
  'run-as-user',
  'cap-add',
  'cap-drop',
];

function readInside(io: Io, flags: FlagValues): InsideWish | undefined {
  if (flags.boolean('no-container')) {
    const given = FOR_CONTAINER.find((name) => flags.isGiven(name));
    if (given === undefined) return undefined;
    throw new CliError('usage', `--${given} needs a debug container, which --no-container forbids`, {
      hint: `leave out --no-container or --${given}`,
    });
  }
  const target = textOf(flags, 'target');
  if (target !== undefined) requireContainerName(target, 'name of a target');
  const files = flags.strings('file');
  const relative = files.find((path) => !path.startsWith('/') || path.includes('\0'));
  if (relative !== undefined)
    throw new CliError('usage', `--file needs a path from the root of the container, not "${relative}"`, {
      hint: 'for example --file=/etc/nginx/nginx.conf',
    });
  return {
    request: readKeeperRequest(io, flags, { image: imageOf(flags), ...readRights(flags) }),
    target,
    isEachContainer: flags.boolean('all-containers'),
    startTimeoutMs: readStartTimeout(flags),
    maxLifeMs: KEEPER_LIFE_MS,
    files,
    maxFileBytes: readSize(flags, 'max-file-size'),
  };
}

function refuseContradictions({ flags, names, commandAfterDash }: CommandInput): void {
  if (commandAfterDash !== undefined)
    throw new CliError('usage', 'snapshot runs no command', { hint: 'leave out -- and what follows' });
  const then = flags.string('then');
  if (then !== undefined && then !== 'delete')
    throw new CliError('usage', `snapshot does not know --then=${then}`, { hint: 'use --then=delete' });
  if (then !== undefined && flags.string('output') === '-')
    throw new CliError('usage', '--then=delete needs a file: nobody knows what becomes of stdout', {
      hint: 'name a file with -o, or leave out --then',
    });
  const isSelecting = textOf(flags, 'selector') !== undefined;
  if (names.length > 0 && isSelecting)
    throw new CliError('usage', 'pods are chosen by name or by a selector, not by both', {
      hint: 'leave out the names, or -l',
    });
  if (flags.boolean('all-namespaces') && !isSelecting)
    throw new CliError('usage', '-A needs a selector: nobody wants a file of each pod of a cluster', {
      hint: 'for example -A -l app=web; or name a pod as NAMESPACE/POD',
    });
}

/** Reads the command line of `snapshot`. Throws `usage` or `image-invalid`. */
export function readSnapshotRequest(io: Io, input: CommandInput, canAsk: boolean): SnapshotRequest {
  const { flags, names } = input;
  refuseContradictions(input);
  const deletes = flags.string('then') === 'delete';
  const isConfirmed = flags.boolean('yes');
  if (deletes && !isConfirmed && !canAsk)
    throw new CliError('usage', 'cannot ask whether to delete the pod: there is no terminal', {
      hint: 'add --yes, or leave out --then',
    });
  const labelSelector = textOf(flags, 'selector');
  if (names.length === 0 && labelSelector === undefined && !canAsk)
    throw new CliError('usage', 'no pod is named', {
      hint: 'kubectl-debug snapshot POD, or kubectl-debug snapshot -l SELECTOR',
    });
  return {
    targets: names.map(parseTargetOrNamespace),
    labelSelector,
    isAllNamespaces: flags.boolean('all-namespaces'),
    output: textOf(flags, 'output'),
    overwrites: flags.boolean('overwrite'),
    logs: readLogBounds(flags),
    reason: readReasonFlag(flags),
    inside: readInside(io, flags),
    deletes,
    isConfirmed,
    isQuiet: flags.boolean('quiet'),
  };
}
