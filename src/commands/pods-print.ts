import type { Io } from '../io.ts';
import { openPodPrinter, type PodPrinter } from '../output/pod-printer.ts';
import { printable, printableLines } from '../output/printable.ts';
import { writeText } from '../output/write-text.ts';
import type { PodsRequest } from './pods-request.ts';

/** How the pods of one call are printed. */
export interface Shape {
  /** Whether pods are shown one by one, as a single name and a watch are, instead of as one list. */
  readonly isEach: boolean;
  readonly hasNamespaces: boolean;
}

/** Opens the printer that the command line asks for. */
export function openPrinter(
  { output, sortBy, watch }: PodsRequest,
  { isEach, hasNamespaces }: Shape,
): PodPrinter {
  const shape = isEach ? 'each' : 'list';
  return openPodPrinter({ output, shape, hasNamespaces, hasEvents: watch?.hasEvents ?? false, sortBy });
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
  if (output.kind !== 'table') return;
  const where = namespace === undefined ? '' : ` in ${printable(namespace)} namespace.`;
  io.stderr.write(`No resources found${where}\n`);
}
