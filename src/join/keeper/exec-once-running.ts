import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { execSession, type ExecEnd, type ExecRequest } from '../../session/exec/exec-session.ts';
import type { SessionContext } from '../../session/session-context.ts';

const AGAIN_MS = 100;
/** For how long an exec is tried again while the runtime does not know the container yet, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Runs a command by exec, and tries again while its container is still starting. Throws as `execSession`. */
export async function execOnceRunning(
  context: SessionContext,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<ExecEnd> {
  const { io, watch } = context;
  const giveUpMs = io.now().getTime() + PATIENCE_MS;
  for (;;) {
    const end = await execSession(context, request, signal);
    const latest = watch.latest();
    const isOver =
      latest.kind === 'gone' || findContainerEnd(latest.pod, request.container.container) !== undefined;
    if (end.kind !== 'not-running' || isOver || io.now().getTime() > giveUpMs) return end;
    await io.sleep(AGAIN_MS, signal);
  }
}
