import { listJournals } from '../../audit/journal/journal-files.ts';
import { hasBegun, readInterruptedRun } from '../../audit/journal/interrupted-run.ts';
import type { JournalHead } from '../../audit/journal/journal-line.ts';
import { readJournal } from '../../audit/journal/read-journal.ts';
import { workWords } from '../../audit/rows/audit-settings.ts';
import { cutText } from '../../audit/results/text/cut-text.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText, shellLine } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { canAsk, choose } from '../../output/ask/choose.ts';
import type { Notes } from '../../output/say/notes.ts';
import { openTable, type TableRow } from '../../output/table/table.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';

/** An audit that can be resumed. */
interface ResumableRun {
  readonly head: JournalHead;
  /** How many runs are done. */
  readonly done: number;
  readonly total: number;
}

/** An audit of several clusters has its contexts where others have namespaces. */
const HEADER = ['RUN', 'AGE', 'NAMESPACE', 'DONE', 'COMMAND'];
/** Keeps a row of the list on one line of a terminal. */
const MAX_COMMAND = 60;

/**
 * Asks which audit of this cluster to resume, the newest first, and returns its id. Without a terminal prints the list on
 * stdout and throws `usage`. Also throws `usage` if there is none.
 */
export async function chooseRun({ io, cluster, notes }: Choosing, signal: AbortSignal): Promise<string> {
  const runs = await listResumable(io, notes);
  const here = runs.filter(({ head }) => head.server === cluster.server || head.contexts !== undefined);
  const elsewhere = new Set(runs.filter((run) => !here.includes(run)).map(({ head }) => head.server));
  const [newest] = here;
  if (newest === undefined) throw nothingToResume(cluster, [...elsewhere]);
  if (elsewhere.size > 0)
    notes.note(
      `audits of other clusters are not listed: ${[...elsewhere].join(', ')}; choose a cluster with --context`,
    );
  if (canAsk(io)) {
    const labels = openTable()
      .rows(here.map((run) => rowOf(run, { now: io.now(), maxCommand: MAX_COMMAND })))
      .split('\n');
    const choices = here.map(({ head }, index) => ({ label: labels[index] ?? '', value: head.runId }));
    return choose(io, { question: 'which audit do you want to resume?', choices }, signal);
  }
  io.stdout.write(openTable(HEADER).rows(here.map((run) => rowOf(run, { now: io.now() }))));
  throw new CliError('usage', '--resume names no audit, and there is no terminal to ask on', {
    hint: commandText`the newest: kubectl-debug audit --resume=${newest.head.runId}`,
  });
}

interface Choosing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
}

/** The newest first. Warns about a journal that cannot be read, and goes on. */
async function listResumable(io: Io, notes: Notes): Promise<readonly ResumableRun[]> {
  const runs: ResumableRun[] = [];
  for (const { runId } of (await listJournals(io)).toReversed()) {
    try {
      const { lines } = await readJournal(io, runId);
      if (!hasBegun(lines)) continue;
      const { head, items, rows } = readInterruptedRun(lines, { rerunsUnknown: false });
      runs.push({ head, done: rows.length, total: rows.length + items.length });
    } catch (error) {
      if (!isCliError(error)) throw error;
      // `usage`: another audit has deleted the journal meanwhile.
      if (error.kind !== 'usage') notes.warn(error.message);
    }
  }
  return runs;
}

/** The cells of an audit. The command is quoted for a shell. */
function rowOf(
  { head, done, total }: ResumableRun,
  { now, maxCommand }: { readonly now: Date; readonly maxCommand?: number },
): TableRow {
  const { runId, startedAt, namespaces, contexts, settings } = head;
  const command = shellLine(workWords(settings));
  const isCut = maxCommand !== undefined && command.length > maxCommand;
  return [
    runId,
    humanDuration(now.getTime() - new Date(startedAt).getTime()),
    contexts === undefined ? placesOf(namespaces) : contexts.names.join(','),
    `${done}/${total}`,
    isCut ? `${cutText(command, maxCommand)}…` : command,
  ];
}

function placesOf(namespaces: JournalHead['namespaces']): string {
  return namespaces === null ? '-A' : namespaces.join(',');
}

function nothingToResume({ server }: Cluster, others: readonly string[]): CliError {
  const [other] = others;
  if (other === undefined) return new CliError('usage', 'there is no audit to resume');
  return new CliError('usage', `there is no audit of ${server} to resume`, {
    hint: `there are audits of ${others.join(', ')}; choose the cluster with --context`,
  });
}
