import { endedContainers } from '../../pod/containers/ended-containers.ts';
import { findContainerState } from '../../pod/containers/container-state.ts';
import type { Pod } from '../../pod/types.ts';
import { outcomeOfTerminated } from '../../session/await-end.ts';
import type { PodWatch } from '../../cluster/watch/pod-watch.ts';
import type { AwaitedEnd } from './await-command.ts';
import { endEarly } from './end-run-early.ts';
import { rowOfVanished, reasonOf, type Run } from '../run/one-run.ts';
import { readProof, type Proof } from './read-proof.ts';
import { readRunOutput } from './read-run-output.ts';
import { rowOfExit, rowWithoutRun } from '../rows/run-item.ts';
import type { RunRow } from '../rows/run-row.ts';

interface EndedRun {
  readonly end: AwaitedEnd;
  /** The pod when the container was added. */
  readonly before: Pod;
  readonly watch: PodWatch;
}

/** The row of a run after the wait for its command. Ends a command that took too long. */
export async function rowOfEnd(run: Run, { end, before, watch }: EndedRun): Promise<RunRow> {
  switch (end.kind) {
    case 'gone':
      return rowOfVanished(run, end.why);
    case 'too-long':
      // The log shows the end of a command two seconds or more before the status does.
      return (await rowOfEarlyProof(run, watch)) ?? endEarly(run, watch, 'timeout');
    case 'terminated':
      return rowOfTerminated(run, end, before);
  }
}

async function rowOfTerminated(
  run: Run,
  { terminated, pod }: Extract<AwaitedEnd, { kind: 'terminated' }>,
  before: Pod,
): Promise<RunRow> {
  const { item } = run;
  const { startedAt, finishedAt } = terminated;
  const ended = endedContainers(before, pod).filter(({ name }) => name === run.facts.target);
  const notes = ended.map(
    ({ name, isRestarted }) => `target container "${name}" ${isRestarted ? 'restarted' : 'ended'} meanwhile`,
  );
  run.facts = { ...run.facts, startedAt, finishedAt, notes: [...(run.facts.notes ?? []), ...notes] };
  const outcome = outcomeOfTerminated(terminated);
  if (outcome.kind !== 'exited') {
    const why = 'reason' in outcome ? outcome.reason : '';
    return rowWithoutRun(item, {
      ...run.facts,
      outcome: 'error',
      reason: reasonOf('exit-code-unknown', why),
    });
  }
  const { exitCode } = outcome;
  const proof = run.envelope && (await readProof(run));
  if (proof?.kind === 'proven') return rowOfProven(run, proof);
  if (exitCode === 137 && ended.length > 0) return rowOfVanished(run, WITH_ITS_TARGET);
  return proof === undefined ? rowOfStatus(run, exitCode) : rowOfUnproven(run, proof, exitCode);
}

const WITH_ITS_TARGET = 'it ended with its target container';

/** The row of a command without an envelope. */
async function rowOfStatus(run: Run, exitCode: number): Promise<RunRow> {
  const { item } = run;
  const read = await readRunOutput(run);
  return read.failure === undefined
    ? rowOfExit(item, { ...run.facts, exitCode, output: read.output })
    : rowWithoutRun(item, { ...run.facts, outcome: 'incomplete', exitCode, reason: read.failure });
}

/** The row of a command whose log lacks records. `exitCode` is the container's, from the status. */
function rowOfUnproven({ item, facts }: Run, proof: Exclude<Proof, Proven>, exitCode: number): RunRow {
  if (proof.kind === 'unread')
    return rowWithoutRun(item, { ...facts, outcome: 'incomplete', exitCode, reason: proof.failure });
  const { output, hasStarted } = proof;
  const why = hasStarted
    ? `the end of the output is missing: the node lost it, or the command was killed (exit code ${exitCode})`
    : 'the beginning of the output is missing: the node has rotated it away';
  const reason = reasonOf('output-incomplete', why);
  return rowWithoutRun(item, { ...facts, outcome: 'unproven', exitCode, output, reason });
}

function rowOfProven({ item, facts }: Pick<Run, 'item' | 'facts'>, proof: Proven): RunRow {
  const { end, output } = proof;
  const { durationMs } = end;
  if (end.found === 'ok') return rowOfExit(item, { ...facts, durationMs, exitCode: end.exitCode, output });
  const why =
    end.found === 'missing'
      ? reasonOf('command-not-found', 'the image has no such program')
      : reasonOf('command-not-executable', 'the program cannot be executed');
  return rowWithoutRun(item, { ...facts, outcome: 'not-started', reason: why });
}

type Proven = Extract<Proof, { kind: 'proven' }>;

/**
 * The row of a command that has ended although the status says that its container runs: the log proves that a second or
 * more before the status does. undefined for a command that still runs.
 */
export async function rowOfEarlyProof(run: Run, watch: PodWatch): Promise<RunRow | undefined> {
  if (run.envelope === undefined) return undefined;
  const proof = await readProof(run);
  if (proof.kind !== 'proven') {
    run.lease?.release();
    run.lease = undefined;
    return undefined;
  }
  const latest = watch.latest();
  const state = latest.kind === 'gone' ? undefined : findContainerState(latest.pod, run.container);
  const startedAt = state?.kind === 'running' ? state.startedAt : undefined;
  run.facts = { ...run.facts, startedAt, finishedAt: run.context.io.now() };
  return rowOfProven(run, proof);
}
