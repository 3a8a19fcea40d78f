import type { Io } from '../io.ts';
import { openPodPrinter, type PodPrinter } from '../output/pod-printer.ts';
import { printable, printableLines } from '../output/printable.ts';
import { makeStyles, type ColorChoice } from '../output/styles.ts';
import type { Meaning, Paint } from '../output/table.ts';
import { writeText } from '../output/write-text.ts';
import { readPodSecurityLevels } from './pod-security-levels.ts';
import type { PodsRequest } from './pods-request.ts';
import type { Listing } from './pods-targets.ts';

/** How the pods of one call are printed. */
export interface Shape {
  /** Whether pods are shown one by one, as a single name and a watch are, instead of as one list. */
  readonly isEach: boolean;
  readonly hasNamespaces: boolean;
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

/** Manifests and nodes may name pods of any namespace. */
function namespaceOf(
  { cluster }: Listing,
  { source }: PodsRequest,
  { hasNamespaces }: Shape,
): string | undefined {
  return hasNamespaces || source.kind === 'files' ? undefined : cluster.namespace;
}

/** Opens the printer that the command line asks for, and reads what it shows beside pods. */
export async function openPrinter(listing: Listing, request: PodsRequest, shape: Shape): Promise<PodPrinter> {
  const { output, sortBy, watch, color } = request;
  const showsLevels = output.kind === 'table' && output.view === 'ephemeral-containers';
  const levels = showsLevels
    ? { podSecurityOf: await readPodSecurityLevels(listing, namespaceOf(listing, request, shape)) }
    : {};
  return openPodPrinter({
    ...levels,
    output,
    shape: shape.isEach ? 'each' : 'list',
    hasNamespaces: shape.hasNamespaces,
    hasEvents: watch?.hasEvents ?? false,
    sortBy,
    paint: makePaint(listing.io, color),
  });
}

/**
 * Writes a part of the answer to stdout; `closed` means that nobody reads it any more. A JSONPath prints what pods
 * say as it is, for scripts; on a terminal nothing in it may steer that.
 */
export function writePart(io: Io, { output }: PodsRequest, text: string): Promise<'open' | 'closed'> {
  const isRaw = output.kind === 'json-path' && io.terminal.hasOutput;
  return writeText(io.stdout, isRaw ? printableLines(text) : text);
}

/** Says that a list is empty, as kubectl does for tables. */
export function sayNothingFound(io: Io, { output }: PodsRequest, namespace: string | undefined): void {
  if (output.kind !== 'table' && output.kind !== 'explanation') return;
  const where = namespace === undefined ? '' : ` in ${printable(namespace)} namespace.`;
  io.stderr.write(`No resources found${where}\n`);
}
