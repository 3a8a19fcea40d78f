import { CliError } from '../../errors/cli-error.ts';
import { rowFromJson } from '../rows/row-json.ts';
import { rowWithoutRun, type RunItem } from '../rows/run-item.ts';
import type { RunRow } from '../rows/run-row.ts';
import type { JournalHead } from './journal-line.ts';
import type { ReadLine } from './read-journal.ts';

/** An interrupted audit, from its journal. */
export interface InterruptedRun {
  readonly head: JournalHead;
  /** Items to run, or to look up in the cluster. */
  readonly items: readonly RunItem[];
  /** The rows that are done. Each is read from disk when it is called. */
  readonly rows: readonly (() => RunRow)[];
  /** Items whose commands ran in a keeper when the audit was killed. They are among `rows`, and not among `items`. */
  readonly unknown: readonly RunItem[];
  /** Items, done or not, whose copies may still be there. */
  readonly maybeCopied: readonly RunItem[];
}

/**
 * Reads an interrupted audit from the lines of its journal. A command that ran in a keeper may have ended or not, so it
 * becomes an `unknown` row unless `rerunsUnknown`. Throws `usage` for an audit that had not begun.
 */
export function readInterruptedRun(
  lines: readonly ReadLine[],
  { rerunsUnknown }: { readonly rerunsUnknown: boolean },
): InterruptedRun {
  const [head] = lines;
  if (head?.kind !== 'run' || !hasBegun(lines))
    throw new CliError(
      'usage',
      'the audit was interrupted before it had begun, so there is nothing to resume',
      {
        hint: 'run it again',
      },
    );
  const done = lines.flatMap((line) => (line.kind === 'row' ? [line] : []));
  const rows = new Map(done.flatMap((line) => (line.id === '' ? [] : [[line.id, rowOf(line)]])));
  const skipped = done.flatMap((line) => (line.id === '' ? [rowOf(line)] : []));
  const containersOf = (kind: 'exec' | 'copying' | 'copy-deleted'): ReadonlySet<string> =>
    new Set(lines.flatMap((line) => (line.kind === kind ? [line.container] : [])));
  const [execs, copies, deleted] = [
    containersOf('exec'),
    containersOf('copying'),
    containersOf('copy-deleted'),
  ];
  const all = lines.flatMap((line) => (line.kind === 'item' ? [line.item] : []));
  const left = all.filter(({ container }) => !rows.has(container));
  const isUnknown = ({ container }: RunItem): boolean => !rerunsUnknown && execs.has(container);
  const unknown = left.filter(isUnknown);
  return {
    head,
    unknown,
    items: left.filter((item) => !isUnknown(item)),
    rows: [...skipped, ...rows.values(), ...unknown.map((item) => () => unknownRow(item))],
    maybeCopied: all.filter(({ container }) => copies.has(container) && !deleted.has(container)),
  };
}

/** Whether all pods of an audit were chosen, so that it may have started something. */
export function hasBegun(lines: readonly ReadLine[]): boolean {
  return lines[0]?.kind === 'run' && lines.some(({ kind }) => kind === 'selected');
}

function rowOf({ read }: Extract<ReadLine, { kind: 'row' }>): () => RunRow {
  return () => rowFromJson(read());
}

function unknownRow(item: RunItem): RunRow {
  const message =
    'the audit was killed while the command ran in a kept container, so its exit code is unknown';
  const reason = { kind: 'exit-code-unknown', message, hint: 'run it again with --rerun-unknown' };
  return rowWithoutRun(item, { outcome: 'unknown', reason });
}
