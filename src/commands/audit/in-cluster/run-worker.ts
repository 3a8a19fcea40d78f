import { isRunId } from '../../../audit/journal/run-id.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { AUDIT_EXIT } from '../../../errors/exit-codes.ts';
import { doWork } from '../../../fleet/worker/do-work.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { COMMANDS } from '../../command-table.ts';
import { withCluster } from '../../shared/with-cluster.ts';
import { collectGarbageEarly } from '../collect-garbage-early.ts';

/**
 * `audit --worker=RUN`, as the pods of `--in-cluster` call it: does the part of the audit that the Job controller gives it by
 * JOB_COMPLETION_INDEX, in the namespace of its pod. Returns 0 when it is done, or the audit has stopped; another worker goes on
 * after any other exit code.
 */
export async function runWorker(io: Io, input: CommandInput): Promise<number> {
  const { flags } = input;
  const runId = flags.string('worker') ?? '';
  if (!isRunId(runId))
    throw new CliError('usage', `--worker="${runId}" is not the id of an audit`, { hint: HINT });
  refuseOthers(input);
  const worker = readIndex(io);
  collectGarbageEarly();
  const notes = makeNotes(io, { quiet: flags.boolean('quiet') });
  return withCluster(io, flags, async (cluster, signal) => {
    await doWork({ io, cluster, worker, notes, run: { runId, namespace: cluster.namespace } }, signal);
    return AUDIT_EXIT.ok;
  });
}

const HINT = 'start an audit in the cluster with kubectl-debug audit --in-cluster';

/** The plan has everything else. */
const TAKEN: readonly string[] = ['worker', 'quiet'];

function refuseOthers({ texts, names, commandAfterDash = [] }: CommandInput): void {
  const own = COMMANDS.find(({ name }) => name === 'audit')?.flags ?? [];
  const isOther = (name: string): boolean => !TAKEN.includes(name) && own.some((flag) => flag.name === name);
  const flag = [...texts.keys()].find(isOther);
  const what = flag === undefined ? [...names, ...commandAfterDash][0] : `--${flag}`;
  if (what !== undefined)
    throw new CliError('usage', `--worker does a part of an audit that was planned, and takes no ${what}`, {
      hint: HINT,
    });
}

function readIndex({ env }: Io): number {
  const { JOB_COMPLETION_INDEX: index = '' } = env;
  if (/^\d{1,6}$/.test(index)) return Number(index);
  throw new CliError(
    'usage',
    '--worker is for the pods of a Job: JOB_COMPLETION_INDEX says which part to do',
    {
      hint: HINT,
    },
  );
}
