import { commandText } from '../../errors/shell-word.ts';
import { endProcess, type Ending } from '../../session/scripts/end-process.ts';
import type { PodWatch } from '../../cluster/watch/pod-watch.ts';
import { reasonOf, debugContainerRef, type Run } from '../run/one-run.ts';
import { readProof } from './read-proof.ts';
import { readRunOutput } from './read-run-output.ts';
import { rowWithoutRun, type RunFacts, type RunItem } from '../rows/run-item.ts';
import { NO_OUTPUT, type RunOutcome, type RunOutput, type RunRow } from '../rows/run-row.ts';

/** Why we stop waiting for a run. */
type Early = Extract<RunOutcome, 'timeout' | 'interrupted'>;

const WHY: Readonly<Record<Early, { readonly kind: string; readonly message: string }>> = {
  timeout: { kind: 'run-timeout', message: 'the command ran longer than --timeout' },
  interrupted: { kind: '', message: 'the audit was interrupted' },
};

/** Ends the command of a run, and returns the row with what it printed so far. */
export async function endEarly(run: Run, watch: PodWatch, early: Early): Promise<RunRow> {
  const { item, stage } = run;
  const { kind, message } = WHY[early];
  if (stage === 'planning')
    return rowWithoutRun(item, { ...run.facts, outcome: 'not-run', reason: reasonOf(kind, message) });
  const facts = { ...run.facts, container: run.container };
  if (stage !== 'running' && run.copy !== undefined)
    return rowWithoutRun(item, { ...facts, outcome: early, reason: reasonOf(kind, message) });
  if (stage !== 'running') {
    const why = `${message} before it had started, and it may still start`;
    return rowWithoutRun(item, {
      ...facts,
      outcome: `${early}-still-running`,
      reason: reasonOf(kind, why, stopHint(run)),
    });
  }
  const ending = await endCommand(run, watch);
  const output = await readOutputSoFar(run);
  return rowOfEarlyEnd(item, { early, ending, facts: { ...facts, output }, hint: stopHint(run) });
}

/** `hint` is how to end the command by hand. */
interface EndedEarly {
  readonly early: Early;
  readonly ending: Ending;
  readonly facts: RunFacts;
  readonly hint: string;
}

/** The row of a command that had started when we stopped waiting for it. */
export function rowOfEarlyEnd(item: RunItem, { early, ending, facts, hint }: EndedEarly): RunRow {
  const { kind, message } = WHY[early];
  if (ending.kind === 'ended')
    return rowWithoutRun(item, { ...facts, outcome: early, reason: reasonOf(kind, message) });
  const why = `${message}, and it could not be ended: ${ending.why}`;
  const reason = reasonOf(kind, why, hint);
  return rowWithoutRun(item, { ...facts, outcome: `${early}-still-running`, reason });
}

/** A command in a copy ends when the copy is deleted. */
function endCommand(run: Run, watch: PodWatch): Promise<Ending> {
  if (run.copy !== undefined) return Promise.resolve({ kind: 'ended' });
  const { io, cluster } = run.context;
  const doomed = { kind: 'container', container: debugContainerRef(run) } as const;
  return endProcess({ io, cluster, watch }, doomed, new AbortController().signal);
}

async function readOutputSoFar(run: Run): Promise<RunOutput> {
  if (run.envelope === undefined) return (await readRunOutput(run)).output;
  const proof = await readProof(run);
  return proof.kind === 'unread' ? NO_OUTPUT : proof.output;
}

function stopHint({ item, container }: Run): string {
  return commandText`kubectl-debug stop ${item.pod.name} -n ${item.pod.namespace} -c ${container}`;
}
