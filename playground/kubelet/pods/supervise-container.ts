import { podRef } from '../../../src/pod/pod-ref.ts';
import type { ContainerLife } from '../containers/container-life.ts';
import { pause, untilAborted } from '../containers/pause.ts';
import { backOffMs, containerBehaviour, type PodRuntime } from './pod-runtime.ts';
import { backOffPull } from './pull-image.ts';
import { startContainer, type StartTry } from './start-container.ts';

/** A container that ran longer than this many times the longest back-off starts again with the shortest. */
const CALM_BACK_OFFS = 2;

/**
 * Runs a container until it ends for good, and resolves with its last exit code; rejects with an AbortError if the
 * pod ends while the container waits. The first restart is immediate, the next ones come after a growing back-off.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy
 */
export async function superviseContainer(runtime: PodRuntime, life: ContainerLife): Promise<number> {
  let failures = 0;
  for (let restartCount = 0; ; restartCount += 1) {
    const startedMs = runtime.now().getTime();
    const exitCode = await runOnce(runtime, life, restartCount);
    if (runtime.ending.aborted || !isRestarted(runtime, life, exitCode)) return exitCode;
    const ranMs = runtime.now().getTime() - startedMs;
    if (ranMs > CALM_BACK_OFFS * runtime.backOff.longestMs) failures = 0;
    if (failures > 0) await backOff(runtime, life, backOffMs(runtime.backOff, failures));
    failures += 1;
  }
}

async function runOnce(runtime: PodRuntime, life: ContainerLife, restartCount: number): Promise<number> {
  const started = await untilCreated(runtime, life, restartCount);
  if (started.kind === 'start-error') {
    runtime.events.warning(life.container, 'Failed', `Error: ${started.message}`);
    life.failToStart(started.instance, started.message);
    return 128;
  }
  const { process } = started;
  // The pod may have ended while the process started.
  if (runtime.ending.aborted) process.kill();
  const { exitCode } = await process.ended;
  life.end(exitCode);
  runtime.tellEnd(life.container);
  return exitCode;
}

type Created = Exclude<StartTry, { readonly kind: 'not-created' | 'not-pulled' }>;

/**
 * Tries until the container is created, as a kubelet does: the cause may go away, for example when a target restarts.
 */
async function untilCreated(
  runtime: PodRuntime,
  life: ContainerLife,
  restartCount: number,
): Promise<Created> {
  for (let failures = 1; ; failures += 1) {
    const result = await runtime.worker.run(() => startContainer(runtime, life, restartCount));
    if (result.kind === 'not-pulled') await backOffPull(runtime, life, backOffMs(runtime.backOff, failures));
    else if (result.kind === 'not-created') await waitToRetry(runtime, life, result);
    else return result;
  }
}

async function waitToRetry(
  runtime: PodRuntime,
  life: ContainerLife,
  { reason, message }: { readonly reason: string; readonly message: string },
): Promise<void> {
  life.wait(reason, message);
  runtime.events.warning(life.container, 'Failed', `Error: ${message}`);
  // The waiting reason of a behaviour stays.
  const stays = containerBehaviour(runtime.behaviour, life.container).waiting !== undefined;
  await (stays ? untilAborted(runtime.ending) : pause(runtime.backOff.firstMs, runtime.ending));
}

function isRestarted({ pod }: PodRuntime, { container }: ContainerLife, exitCode: number): boolean {
  if (container.role === 'ephemeral' || (container.role === 'init' && exitCode === 0)) return false;
  if (container.role === 'sidecar') return true;
  const policy = pod.spec.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

async function backOff(runtime: PodRuntime, life: ContainerLife, waitMs: number): Promise<void> {
  const { namespace, name } = podRef(runtime.pod);
  const pod = `${name}_${namespace}(${runtime.pod.metadata.uid ?? ''})`;
  const container = life.container.spec.name;
  const wait = waitMs % 1000 === 0 ? `${waitMs / 1000}s` : `${waitMs}ms`;
  const message = `back-off ${wait} restarting failed container=${container} pod=${pod}`;
  life.wait('CrashLoopBackOff', message);
  runtime.events.warning(
    life.container,
    'BackOff',
    `Back-off restarting failed container ${container} in pod ${pod}`,
  );
  await pause(waitMs, runtime.ending);
}
