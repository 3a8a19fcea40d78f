import { endedContainers } from '../pod/ended-containers.ts';
import type { Pod } from '../pod/types.ts';
import { outcomeOfTerminated } from '../session/await-end.ts';
import type { PodWatch } from '../start/pod-watch.ts';
import type { CommandEnd } from './await-command.ts';
import { endEarly } from './end-run-early.ts';
import { gone, reasonOf, type Run } from './one-run.ts';
import { readRunOutput } from './read-run-output.ts';
import { rowOfExit, rowWithoutRun } from './run-item.ts';
import type { RunRow } from './run-row.ts';

/** How the wait for a command ended, and what it is compared with. */
export interface EndedRun {
  readonly end: CommandEnd;
  /** The pod when the container was added. */
  readonly before: Pod;
  readonly watch: PodWatch;
}

/** The row of a run that was waited for to its end, or for too long. */
export async function rowOfEnd(run: Run, { end, before, watch }: EndedRun): Promise<RunRow> {
  switch (end.kind) {
    case 'gone':
      return gone(run, end.why);
    case 'too-long':
      return endEarly(run, watch, 'timeout');
    case 'terminated':
      return rowOfTerminated(run, end, before);
  }
}

async function rowOfTerminated(
  run: Run,
  { terminated, pod }: Extract<CommandEnd, { kind: 'terminated' }>,
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
  if (exitCode === 137 && ended.length > 0)
    return gone(run, `it ended with its target container "${run.facts.target ?? ''}"`);
  const read = await readRunOutput(run);
  if (read.failure !== undefined)
    return rowWithoutRun(item, { ...run.facts, outcome: 'incomplete', exitCode, reason: read.failure });
  return rowOfExit(item, { ...run.facts, exitCode, output: read.output });
}
