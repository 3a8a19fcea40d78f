import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { isCliError } from '../errors/cli-error.ts';
import { listContainers } from '../pod/containers/containers.ts';
import { readEnvelope } from '../pod/containers/envelope.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { NO_EVENTS } from '../start/wait/no-events.ts';
import { startWait } from '../start/wait/start-wait.ts';
import { awaitCommand } from './end/await-command.ts';
import { rowOfEarlyProof, rowOfEnd } from './end/row-of-end.ts';
import type { AuditContext } from './run/audit-context.ts';
import { debugContainerRef, type Run } from './run/one-run.ts';
import type { RunRow } from './rows/run-row.ts';

/**
 * Waits until the debug container of a run has started and its command has ended, and returns the row. `before` is the
 * pod as the server returned it with the container. Throws a `CliError` if the container cannot start.
 */
export async function runToTheEnd(run: Run, before: Pod, watch: PodWatch): Promise<RunRow> {
  const { io, settings, ending } = run.context;
  const deadlineMs = io.now().getTime() + settings.timeoutMs;
  const { container } = run;
  run.envelope = envelopeOf(before, container);
  await untilStarted(run, watch);
  const early = (await rowOfEarlyProof(run, watch)) ?? (await lookAgain(run, watch));
  if (early?.outcome !== 'not-started') run.context.onRan(run.item);
  if (early !== undefined) return early;
  const end = await awaitCommand({ io, watch }, { container, deadlineMs }, ending);
  return rowOfEnd(run, { end, before, watch });
}

/**
 * The envelope that the container has in the pod. An earlier call may have added the container, so the settings of
 * this one do not tell.
 */
function envelopeOf(pod: Pod, container: string): Run['envelope'] {
  const found = listContainers(pod).find(({ name }) => name === container);
  return found && readEnvelope(found.spec)?.envelope;
}

async function untilStarted(run: Run, watch: PodWatch): Promise<void> {
  const { context, item } = run;
  run.stage = 'starting';
  await awaitContainerStart(context, watch, debugContainerRef(run));
  run.stage = 'running';
  context.onStarted(item);
}

/** Waits until a container runs or has ended. Throws a `CliError` if it cannot start. */
export async function awaitContainerStart(
  { io, settings, ending }: AuditContext,
  watch: PodWatch,
  container: ContainerRef,
): Promise<void> {
  const signs = { watch, events: NO_EVENTS, answerMs: 0, close: () => undefined };
  const wait = startWait(io, signs, {
    container,
    image: settings.request.image ?? '',
    timeoutMs: settings.timeoutMs,
    accepts: 'status',
    onProgress: () => undefined,
    onTrouble: () => undefined,
  });
  await wait.next(ending);
}

/** On a busy node the log says that a program is missing only a moment after the status says running. In milliseconds. */
const LOOK_AGAIN_MS = 250;

/** Reads the log of a canary a second time: whether its command runs decides about all other pods. */
async function lookAgain(run: Run, watch: PodWatch): Promise<RunRow | undefined> {
  const { io, ending, isCanaryPending } = run.context;
  if (run.envelope === undefined || !isCanaryPending()) return undefined;
  await io.sleep(LOOK_AGAIN_MS, ending).catch(() => undefined); // `awaitCommand` throws for an aborted signal
  return rowOfEarlyProof(run, watch);
}

/**
 * Whether the command did not run because the image has no shell, so that it may run without its envelope. Warns the
 * first time.
 */
export function lacksShell({ context, envelope, stage }: Run, error: unknown): boolean {
  const isMissing =
    envelope !== undefined &&
    stage === 'starting' &&
    isCliError(error) &&
    (error.kind === 'command-not-found' || error.kind === 'command-not-executable');
  if (isMissing && !context.shell.isMissing()) {
    context.shell.noteMissing();
    context.warn(
      `image "${context.settings.request.image ?? ''}" has no shell, so nothing proves the outputs complete; the command runs without one`,
    );
  }
  return isMissing;
}
