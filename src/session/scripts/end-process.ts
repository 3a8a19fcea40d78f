import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { StreamEnd } from '../streams/remote-stream.ts';
import { awaitContainerEnd, STATUS_LAG_MS } from '../await-end.ts';
import { runScript } from '../streams/run-script.ts';
import type { SessionContext } from '../session-context.ts';

type EndingContext = Pick<SessionContext, 'io' | 'cluster' | 'watch'>;

/** What to end in a container. */
export type Doomed =
  /** A command that was run by exec and all that it has started: the processes of the session that it leads. */
  | { readonly kind: 'session'; readonly container: ContainerRef; readonly leader: number }
  /** All that runs in the container, and so the container. */
  | { readonly kind: 'container'; readonly container: ContainerRef };

/** Whether it ended. */
export type Ending =
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'not-ended';
      readonly why: string;
      /** Whether the server or node did not answer, so that another try may help. */
      readonly isUnheard?: boolean;
      /** Whether process 1 is left; a command that is run by exec is never process 1. */
      readonly isProcessOne?: boolean;
    };

/**
 * Sends one signal after the other, and waits a little after each. With a target, or in a pod that shares processes, it sees
 * processes of others: those of the container share its mount namespace, without our own exec, which is another session. If
 * the parent of this shell is visible, it runs among the processes of the node, and signals none. Prints which are left.
 */
const SCRIPT = `
mode=$1 leader=$2
read -r s < "/proc/$$/stat"
set -- \${s##*) }
[ "$mode" = session ] || [ "$2" = 0 ] || { echo shared; exit; }
members() {
  for d in /proc/[0-9]*; do
    { read -r s < "$d/stat"; } 2>/dev/null || continue
    set -- \${s##*) }
    [ "$1" = Z ] && continue
    if [ "$mode" = session ]; then
      [ "$4" = "$leader" ] || continue
    else
      [ "$4" != "$$" ] || continue
      [ "$d/ns/mnt" -ef "/proc/$$/ns/mnt" ] || continue
    fi
    echo "\${d#/proc/}"
  done
}
for step in TERM:20 INT:10 HUP:10 KILL:10; do
  left=$(members)
  [ -n "$left" ] || break
  kill -"\${step%:*}" $left 2>/dev/null
  n=\${step#*:}
  while [ "$n" -gt 0 ] && [ -n "$(members)" ]; do sleep 0.1 2>/dev/null || { sleep 1; n=1; }; n=$((n - 1)); done
done
echo left $(members)
`;

/** Longer than all pauses of the script. */
const TIMEOUT_MS = 20_000;

/**
 * Ends processes of a container by an exec in it, from SIGTERM to SIGKILL. A refusal or failure of the cluster is returned as
 * `not-ended`, which the person has to know. Throws the signal's reason when it is aborted.
 */
export async function endProcess(
  context: EndingContext,
  doomed: Doomed,
  signal: AbortSignal,
): Promise<Ending> {
  const leader = doomed.kind === 'session' ? String(doomed.leader) : '';
  const args = [doomed.kind, leader];
  const what = `what runs in ${describeContainer(doomed.container)} to end`;
  const wait = context.io.waits?.begin({ what, atMostMs: TIMEOUT_MS });
  const script = { container: doomed.container, text: SCRIPT, args, timeoutMs: TIMEOUT_MS };
  try {
    const { end, stdout } = await runScript(context, script, signal);
    const survival = readSurvival(stdout);
    if (survival !== undefined) return { kind: 'not-ended', ...survival };
    if (doomed.kind === 'container') return await awaitEnd(context, doomed.container, { end, signal });
    return stdout === 'left\n' ? { kind: 'ended' } : failedEnding(end);
  } catch (error) {
    if (isApiError(error))
      return { kind: 'not-ended', why: describeRefusal(error), isUnheard: isPassing(error) };
    if (isCliError(error)) return { kind: 'not-ended', why: error.message, isUnheard: true };
    throw error;
  } finally {
    wait?.end();
  }
}

/**
 * Ends a command that was run by exec, which leads a session of processes; `leader` is undefined if it has not told its
 * process ID. Takes no signal, as that may be why the command is ended.
 */
export async function endCommand(
  context: EndingContext,
  container: ContainerRef,
  leader: number | undefined,
): Promise<Ending> {
  if (leader === undefined) return { kind: 'not-ended', why: 'its process id is unknown' };
  return endProcess(context, { kind: 'session', container, leader }, new AbortController().signal);
}

/** The end of a container ends our exec as well, so only the status of the pod tells. */
async function awaitEnd(
  context: EndingContext,
  container: ContainerRef,
  { end, signal }: { readonly end: StreamEnd; readonly signal: AbortSignal },
): Promise<Ending> {
  if (end.kind === 'status' && end.status.kind === 'failure') return failedEnding(end);
  const ended = await awaitContainerEnd(context, { ...container, patienceMs: STATUS_LAG_MS }, signal);
  return ended.kind === 'still-running'
    ? { kind: 'not-ended', why: 'the node does not report its end' }
    : { kind: 'ended' };
}

/** Why a process goes on, if the answer of the script says that one does. */
function readSurvival(stdout: string): Omit<Extract<Ending, { kind: 'not-ended' }>, 'kind'> | undefined {
  if (stdout === 'shared\n') return { why: 'its processes cannot be told from those of the node' };
  const left = /^left (.+)\n/.exec(stdout)?.[1];
  if (left === undefined) return undefined;
  // From inside a container the kernel sends process 1 only signals that it has a handler for.
  return left.split(' ').includes('1')
    ? {
        why: 'it is process 1 of its container and handles no signal, so that nothing inside can end it',
        isProcessOne: true,
      }
    : { why: `it may not be signalled (process ${left})` };
}

function failedEnding(end: StreamEnd): Ending {
  const said = end.kind === 'status' && end.status.kind === 'failure' ? end.status.message : undefined;
  if (said !== undefined && /executable file not found|no such file/.test(said))
    return { kind: 'not-ended', why: 'its image has no shell to end it with' };
  const why = end.kind === 'broken' ? end.reason : 'the connection broke';
  return { kind: 'not-ended', why: said ?? why, isUnheard: true };
}

function describeRefusal({ code, message }: { readonly code: number; readonly message: string }): string {
  return code === 403 ? 'that needs the right to get and create pods/exec' : message;
}
