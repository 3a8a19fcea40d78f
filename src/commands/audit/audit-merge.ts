import path from 'node:path';
import { exitCodeOfRun } from '../../audit/rows/exit-code-of-run.ts';
import { makeResults } from '../../audit/results/make-results.ts';
import { readShardResults, type ShardResults } from '../../audit/rows/shard-results.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { RunResults, RunStart } from '../../audit/rows/run-results.ts';
import { readTextFile } from '../../cluster/formats/read-text-file.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { readResultsFlags } from './audit-results.ts';

/** `audit merge`, unless a command follows: then it is a pod of that name. */
const MERGE = 'merge';

/** Whether a call is `audit merge`. */
export function isMerge({ names, commandAfterDash }: CommandInput): boolean {
  return names[0] === MERGE && commandAfterDash === undefined;
}

/**
 * `kubectl-debug audit merge FILE…`: shows the results of the shards of an audit (`-o json` or `-o jsonl`) as one. Returns
 * the exit code of the whole audit. Throws `usage` for a file without such results, and `too-large`.
 */
export async function mergeAudits(io: Io, input: CommandInput): Promise<number> {
  const { flags, names } = input;
  const isQuiet = flags.boolean('quiet');
  if (flags.isGiven('record'))
    throw new CliError('usage', '--record records an audit, but merge only shows results again', {
      hint: 'leave out --record',
    });
  if (flags.isGiven('contexts'))
    throw new CliError('usage', '--contexts chooses clusters to audit, but merge only shows results again', {
      hint: 'leave out --contexts',
    });
  const files = names.slice(1);
  if (files.length === 0)
    throw new CliError('usage', 'merge needs the files with the results of the shards', {
      hint: 'kubectl-debug audit merge shard-1.jsonl shard-2.jsonl',
    });
  const shards = await Promise.all(files.map((file) => readShardFile(io, file)));
  warnOfMissing(io, shards);
  const rows = withoutRepeats(shards.flatMap((shard) => shard.rows));
  const contexts = new Set(rows.map(({ context }) => context));
  const isOneContext = contexts.size === 1;
  const hasAllContainers =
    new Set(rows.map(({ context = '', uid }) => `${context}/${uid}`)).size < rows.length;
  const shown = readResultsFlags(io, flags);
  const results = await makeResults(io, { ...shown, hasAllContainers, isOneContext, isQuiet });
  try {
    const unmet = await show(results, startOf(io, shards, rows), rows);
    const outcomes = new Map(rows.map(({ outcome }) => [outcome, 1]));
    return exitCodeOfRun({ outcomes, unmet, isStrict: flags.boolean('strict') });
  } finally {
    await results.close();
  }
}

const UNKNOWN_COMMAND = { command: [], image: '' } as const;

async function show(results: RunResults, start: RunStart, rows: readonly RunRow[]): Promise<number> {
  results.begin(start);
  for (const row of rows) await results.accept(row);
  const finishedAt = endOf(rows) ?? start.startedAt;
  const { unmet } = await results.finish({ ...start, finishedAt, end: 'complete' });
  return unmet;
}

async function readShardFile(io: Io, file: string): Promise<ShardResults> {
  try {
    return readShardResults(await readTextFile(path.resolve(io.workingDirectory, file), 'results'));
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    throw new CliError('usage', `${file} has no results of an audit: ${errorText(cause)}`, {
      hint: 'write them with -o json or -o jsonl',
      cause,
    });
  }
}

/** Warns only if all results say which shard they are: `-o jsonl` does not. */
function warnOfMissing(io: Io, results: readonly ShardResults[]): void {
  const shards = results.flatMap(({ shard }) => shard ?? []);
  const count = Math.max(0, ...shards.map((shard) => shard.count));
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !shards.some((shard) => shard.index === index),
  );
  if (missing.length > 0 && shards.length === results.length)
    makeNotes(io, { quiet: false }).warn(`of ${count} shards these are missing: ${missing.join(', ')}`);
}

/** Counts a file that is named twice, or a shard that ran twice, once. */
function withoutRepeats(rows: readonly RunRow[]): readonly RunRow[] {
  const keyOf = ({ context = '', namespace, pod, uid, target }: RunRow): string =>
    JSON.stringify([context, namespace, pod, uid, target]);
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Has the command and image if all shards that name them agree. */
function startOf(io: Io, shards: readonly ShardResults[], rows: readonly RunRow[]): RunStart {
  const known = shards.filter(({ command }) => command.length > 0);
  const isOne = new Set(known.map(({ command, image }) => JSON.stringify([command, image]))).size === 1;
  const [{ command, image } = UNKNOWN_COMMAND] = isOne ? known : [];
  const times = rows.flatMap(({ startedAt }) => startedAt?.getTime() ?? []);
  return {
    runId: '',
    total: rows.length,
    command,
    image,
    startedAt: times.length === 0 ? io.now() : new Date(times.reduce((first, time) => Math.min(first, time))),
    shard: undefined,
  };
}

function endOf(rows: readonly RunRow[]): Date | undefined {
  const times = rows.flatMap(({ finishedAt }) => finishedAt?.getTime() ?? []);
  return times.length === 0 ? undefined : new Date(times.reduce((last, time) => Math.max(last, time)));
}
