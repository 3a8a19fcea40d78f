import type { Io } from '../../io.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { openPodPrinter, type PodPrinter } from '../../output/print/pod-printer.ts';
import { printable, printableLines } from '../../output/printable.ts';
import { makeStyles, type ColorChoice } from '../../output/say/styles.ts';
import type { Meaning, Paint } from '../../output/table/table.ts';
import { writeText } from '../../output/write-text.ts';
import { hasSucceeded, type PodFilter } from '../../pod/columns/pod-filters.ts';
import type { Pod } from '../../pod/types.ts';
import { readPodSecurityLevels } from './pod-security-levels.ts';
import type { PodsRequest } from './pods-request.ts';
import type { Listing } from './pods-targets.ts';

/** How the pods of one call are printed. */
export interface Shape {
  /** Whether each pod is printed by itself, as for a single name or a watch, instead of as one list. */
  readonly isEach: boolean;
  readonly hasNamespaces: boolean;
  /** The names of the contexts, if the pods are of several. */
  readonly contexts?: readonly string[];
}

function makePaint(io: Io, color: ColorChoice): Paint {
  const styles = makeStyles(io, 'stdout', color);
  const paints: Readonly<Record<Meaning, (text: string) => string>> = {
    ready: styles.success,
    waiting: styles.warning,
    failed: styles.danger,
    done: styles.dim,
  };
  return (text, meaning) => paints[meaning](text);
}

/** The namespace of all pods; undefined if there may be several, as with manifests and nodes. */
function namespaceOf(
  { cluster }: Listing,
  { source }: PodsRequest,
  { hasNamespaces }: Shape,
): string | undefined {
  return hasNamespaces || source.kind === 'files' ? undefined : cluster.namespace;
}

/** Opens the printer for the command line, and reads what it shows besides the pods. */
export async function openPrinter(listing: Listing, request: PodsRequest, shape: Shape): Promise<PodPrinter> {
  const levels = await readLevels(listing, request, shape);
  return makePrinter(listing.io, request, { ...shape, ...(levels && { podSecurityOf: levels }) });
}

/** The Pod Security level of a pod's namespace. */
export type PodLevels = (pod: Pod) => string;

/** Reads the levels for the view that shows them; undefined for other views. */
export async function readLevels(
  listing: Listing,
  request: PodsRequest,
  shape: Shape,
): Promise<PodLevels | undefined> {
  const { output } = request;
  if (output.kind !== 'table' || output.view !== 'ephemeral-containers') return undefined;
  const levelOf = await readPodSecurityLevels(listing, namespaceOf(listing, request, shape));
  return ({ metadata }) => levelOf(metadata.namespace ?? '');
}

/** What a printer needs besides its shape. */
interface PrinterParts {
  readonly podSecurityOf?: PodLevels;
  /** The Io for the command lines of a context. */
  readonly ioOf?: (context: string) => Io;
}

/** Makes the printer for the command line. */
export function makePrinter(
  io: Io,
  { output, sortBy, watch, color }: PodsRequest,
  { isEach, ioOf = () => io, ...shape }: Shape & PrinterParts,
): PodPrinter {
  return openPodPrinter({
    ...shape,
    output,
    shape: isEach ? 'each' : 'list',
    hasEvents: watch?.hasEvents ?? false,
    sortBy,
    paint: makePaint(io, color),
    asTyped: (line, context = '') => asCalled(line, ioOf(context)),
  });
}

/**
 * Writes a part of the answer to stdout; `closed` means that the reader has gone away. JSONPath output is raw, for
 * scripts, but is made printable on a terminal.
 */
export function writePart(io: Io, { output }: PodsRequest, text: string): Promise<'open' | 'closed'> {
  const isRaw = output.kind === 'json-path' && io.terminal.hasOutput;
  return writeText(io.stdout, isRaw ? printableLines(text) : text);
}

/** How many pods the filters of a call could choose from. */
export interface Tally {
  readonly pods: number;
  /** Those that `--not-ready` counts neither as ready nor as not ready. */
  readonly succeeded: number;
}

/** Counts pods as they arrive, before the filters. */
export function openTally(): { readonly add: (pod: Pod) => void; readonly read: () => Tally } {
  let pods = 0;
  let succeeded = 0;
  return {
    add: (pod) => {
      pods += 1;
      if (hasSucceeded(pod)) succeeded += 1;
    },
    read: () => ({ pods, succeeded }),
  };
}

/** The tally of a list of pods. */
export function tallyOf(pods: readonly Pod[]): Tally {
  const tally = openTally();
  pods.forEach(tally.add);
  return tally.read();
}

const counted = (count: number, [one, many]: readonly [string, string]): string =>
  count === 1 ? `the only pod ${one}` : `all ${count} pods ${many}`;

function describeAllReady({ pods, succeeded }: Tally): string {
  const left = pods - succeeded;
  if (left === 0) return counted(pods, ['has succeeded', 'have succeeded']);
  const beside = succeeded === 0 ? '' : `; ${succeeded} more ${succeeded === 1 ? 'has' : 'have'} succeeded`;
  return `${counted(left, ['is ready', 'are ready'])}${beside}`;
}

/** Why the filters left no pod. */
function describeFiltered([filter, ...others]: readonly PodFilter[], tally: Tally): string {
  const isAlone = others.length === 0;
  if (isAlone && filter?.kind === 'not-ready') return describeAllReady(tally);
  const none = (one: string, many: string): string =>
    tally.pods === 1 ? `the only pod ${one}` : `none of the ${tally.pods} pods ${many}`;
  if (!isAlone || filter?.kind !== 'debugged') return none('does not fit', 'fits');
  return filter.includesEnded
    ? none('has no debug container', 'has a debug container')
    : `${none('is not', 'is')} being debugged now; --all also shows what has ended`;
}

/** Says that a list is empty, as kubectl does for tables, or why the filters left no pod. */
export function sayNothingFound(
  io: Io,
  { output, filters }: PodsRequest,
  { namespace, tally }: { readonly namespace: string | undefined; readonly tally: Tally },
): void {
  if (output.kind !== 'table' && output.kind !== 'explanation') return;
  if (filters.length > 0 && tally.pods > 0) {
    io.stderr.write(`${describeFiltered(filters, tally)}\n`);
    return;
  }
  const where = namespace === undefined ? '' : ` in ${printable(namespace)} namespace.`;
  io.stderr.write(`No resources found${where}\n`);
}
