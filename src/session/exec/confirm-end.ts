import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../outcome.ts';
import { runScript } from '../streams/run-script.ts';
import type { SessionContext } from '../session-context.ts';

/** A command that was run by exec. */
export interface ExecProcess {
  readonly container: ContainerRef;
  /** In the PID namespace of the container; undefined if the command has printed no header. */
  readonly processId: number | undefined;
}

/** Prints whether the leader of the command's session still runs: in /proc/PID/stat, the fourth field after `(name)`. */
const SCRIPT = [
  'if { read -r s < "/proc/$1/stat"; } 2>/dev/null; then p=$1; set -- ${s##*) }; else set -- X; fi',
  'if [ "$1" != X ] && [ "$1" != Z ] && [ "$4" = "$p" ]; then echo runs; else echo gone; fi',
].join('\n');

const ANSWERS = ['runs', 'gone'] as const;

const ANSWER_WITHIN_MS = 5000;
const ASK_AGAIN_MS = 1000;
/** How long a node may be away, as while its kubelet restarts, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Asks the container whether a command has ended whose stream says so: a kubelet or runtime that is killed ends its streams
 * with Success while the command runs on. Returns undefined if the command is gone, else the true outcome. If the node does
 * not answer the first question it was away, and its Success proves nothing. Throws the signal's reason when it is aborted.
 */
export async function confirmEnd(
  context: Omit<SessionContext, 'output'>,
  process: ExecProcess,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const what = `the node to say whether the command in debug container "${process.container.container}" has ended`;
  const wait = context.io.waits?.begin({ what, atMostMs: PATIENCE_MS });
  try {
    return await askUntilAnswered(context, process, signal);
  } finally {
    wait?.end();
  }
}

async function askUntilAnswered(
  context: Omit<SessionContext, 'output'>,
  process: ExecProcess,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { io, watch } = context;
  const giveUpMs = io.now().getTime() + PATIENCE_MS;
  for (let hasFailed = false; ; hasFailed = true) {
    const answer = await ask(context, process, signal);
    if (answer === 'runs') return { kind: 'lost', reason: 'the node ended the stream, but not the command' };
    if (answer === 'gone' && !hasFailed) return undefined;
    if (answer === 'gone')
      return { kind: 'unknown', reason: 'the node was away when it is said to have ended' };
    const latest = watch.latest();
    if (latest.kind === 'gone') return { kind: 'unknown', reason: 'the pod was deleted' };
    if (findContainerEnd(latest.pod, process.container.container) !== undefined)
      return { kind: 'unknown', reason: 'the debug container ended while it ran (see --max-life)' };
    if (io.now().getTime() > giveUpMs) return { kind: 'unknown', reason: 'the node does not answer' };
    await io.sleep(ASK_AGAIN_MS, signal);
  }
}

async function ask(
  context: Omit<SessionContext, 'output'>,
  { container, processId = 0 }: ExecProcess,
  signal: AbortSignal,
): Promise<(typeof ANSWERS)[number] | undefined> {
  const script = { container, text: SCRIPT, args: [String(processId)], timeoutMs: ANSWER_WITHIN_MS };
  try {
    const { end, stdout } = await runScript(context, script, signal);
    if (end.kind !== 'status' || end.status.kind !== 'success') return undefined;
    return ANSWERS.find((answer) => stdout === `${answer}\n`);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return undefined; // the node, or the connection to it, is away
    throw error;
  }
}
