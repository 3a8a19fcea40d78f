import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { runScript } from '../streams/run-script.ts';

/**
 * Prints the session and the start of each process of the container, without our own exec, which is another session. With a
 * target, the processes of the container are those that share its mount namespace. If the parent of this shell is visible, it
 * runs among the processes of the node, and prints nothing.
 */
const SCRIPT = `
read -r s < "/proc/$$/stat"
set -- \${s##*) }
[ "$2" = 0 ] || exit
for d in /proc/[0-9]*; do
  { read -r s < "$d/stat"; } 2>/dev/null || continue
  set -- \${s##*) }
  [ "$1" != Z ] && [ "$4" != "$$" ] || continue
  [ "$d/ns/mnt" -ef "/proc/$$/ns/mnt" ] || continue
  echo "$4 \${20}"
done
`;

const TIMEOUT_MS = 3000;

/**
 * How many commands run in a debug container by exec, such as a forward or a capture in one that is kept. undefined if that
 * cannot be found out: it is only information. Throws the signal's reason when it is aborted.
 */
export async function countCommands(
  context: { readonly io: Io; readonly cluster: Cluster },
  container: ContainerRef,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const script = { container, text: SCRIPT, args: [], timeoutMs: TIMEOUT_MS };
    return countSessions((await runScript(context, script, signal)).stdout);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return undefined;
    throw error;
  }
}

/** Each exec leads a session; so does the container's own process, which is older than all others. */
export function countSessions(said: string): number | undefined {
  const sessions = new Set(said.match(/^\d+(?= \d+$)/gm));
  return sessions.size === 0 ? undefined : sessions.size - 1;
}
