import { isApiError } from '../cluster/api-error.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { ContainerRef } from '../pod/types.ts';
import { runScript } from './run-script.ts';
import type { SessionContext } from './session-context.ts';

/** Whose process 1 a debug container sees; `unknown` where nothing tells. */
export type FirstProcess = 'target' | 'own' | 'unknown';

/** What tells a debug container and its target apart. */
export interface ContainerMarks {
  /** Hexadecimal ids, as the runtime has them in the names of cgroups. */
  readonly ownId: string;
  readonly targetId: string;
  /** The debug container's name, which is in the paths of what the kubelet mounts into it. */
  readonly ownName: string;
}

/**
 * Reads by a process's cgroups and mounts whose it is. With cgroup v2 a container sees its own cgroup as `/`, which
 * names nobody, so that the mounts have to tell.
 */
export function judgeFirstProcess(text: string, marks: ContainerMarks): FirstProcess {
  if (text.includes(marks.targetId)) return 'target';
  const isOwn = text.includes(marks.ownId) || text.includes(`/containers/${marks.ownName}/`);
  return isOwn ? 'own' : 'unknown';
}

const SCRIPT = 'cat /proc/1/cgroup /proc/1/mountinfo';
const ANSWER_WITHIN_MS = 5000;

/**
 * Asks by an exec in a debug container whose process 1 it sees: a runtime that cannot share processes ignores the
 * target in silence. What keeps it from being known is no failure. Throws the signal's reason when it is aborted.
 */
export async function seeFirstProcess(
  context: Pick<SessionContext, 'io' | 'cluster'>,
  { container, ...marks }: ContainerMarks & { readonly container: ContainerRef },
  signal: AbortSignal,
): Promise<FirstProcess> {
  const script = { container, text: SCRIPT, args: [], timeoutMs: ANSWER_WITHIN_MS };
  try {
    return judgeFirstProcess((await runScript(context, script, signal)).stdout, marks);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return 'unknown';
    throw error;
  }
}
