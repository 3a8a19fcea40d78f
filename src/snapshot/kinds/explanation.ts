import { explanationText } from '../../output/table/explanation.ts';
import { readContainerFacts } from '../../pod/explain/container-facts.ts';
import type { KubernetesEvent } from '../../pod/types.ts';
import { textFile, type Piece } from '../evidence.ts';
import type { ApiContext } from './api-context.ts';
import { logPath } from './logs.ts';

/** How many of the last lines of a log explain why a program ended. */
const LINES = 5;

/** The last lines of a log, without the times in front of them. */
export function lastLines(log: Buffer): readonly string[] {
  const end = log.subarray(Math.max(log.length - 8192, 0)).toString();
  const lines = end.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-LINES).map((line) => line.replace(/^\d{4}-\d\d-\d\dT\S+ /, ''));
}

/** Which log explains the last end of a container: of one that ended and was not restarted the current one. */
function endLogsOf(context: ApiContext): ReadonlyMap<string, string> {
  const crashed = readContainerFacts(context.pod).flatMap(({ name, role, state, lastState }) => {
    if (role === 'ephemeral') return [];
    if (state.kind === 'terminated')
      return state.exitCode === 0 ? [] : [[name, logPath(name, false)] as const];
    return lastState.kind === 'terminated' ? [[name, logPath(name, true)] as const] : [];
  });
  return new Map(crashed);
}

/** What the other evidence says that an explanation needs. */
export interface Heard {
  readonly events: readonly KubernetesEvent[];
  /** By the path of the file. */
  readonly logs: ReadonlyMap<string, readonly string[]>;
}

/** What `pods --explain` says, made from the events and logs of the same moment. */
export function explain(context: ApiContext, { events, logs }: Heard): Piece {
  const { io, pod, mask } = context;
  const shown = new Map(
    [...endLogsOf(context)].flatMap(([name, path]) => {
      const lines = logs.get(path) ?? [];
      return lines.length === 0 ? [] : [[name, lines] as const];
    }),
  );
  const text = explanationText({ pod, clues: { events, lastLines: shown } }, io.now());
  return textFile('explanation.txt', mask.text(text));
}
