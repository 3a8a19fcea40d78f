import type { BytePath } from '../file-sink.ts';
import type { PlaceKind } from '../names/destination.ts';
import type { FilesContext } from '../remote/run-files-script.ts';
import { makeAttempts, type AttemptRules } from '../fetch/attempts.ts';
import { explainStop } from './explain-stop.ts';
import { runSendScript } from './run-send-script.ts';
import { PROBE_SCRIPT } from './send-scripts.ts';

/** A path of a container that is to be written. */
export interface SendPlace {
  /** As it was named. */
  readonly path: BytePath;
  /** As it was typed, with its pod, for messages. */
  readonly text: string;
}

/** What the path is now. */
export interface ProbedPlace {
  readonly kind: PlaceKind;
  /** The last name of the path with its links resolved; of a folder it is empty. */
  readonly base: BytePath;
}

/**
 * Looks at the destination with the rights of the target's user, and tries whether a folder can be made there. Throws what
 * prevents a copy.
 */
export function probeDestination(
  context: FilesContext,
  { path, text, staging, rules }: ProbedName,
  signal: AbortSignal,
): Promise<ProbedPlace> {
  return makeAttempts(context.io, { ...rules, progress: () => 0 }).until(async () => {
    const end = await runSendScript(context, { text: PROBE_SCRIPT, path, args: [staging] }, signal);
    if (end.kind === 'stopped') throw explainStop(`cannot copy to ${text}`, end);
    if (end.kind === 'cut') return { kind: 'cut', end: end.end };
    const said = end.lines.find(({ word }) => word === 'place')?.fields[0];
    const kind = (['file', 'folder'] as const).find((known) => known === said) ?? 'missing';
    return { kind: 'done', value: { kind, base: end.stdout } };
  }, signal);
}

interface ProbedName extends SendPlace {
  /** The name of the folder that is made to try. */
  readonly staging: string;
  readonly rules: Omit<AttemptRules, 'progress'>;
}
