import type { RunningContainer } from '../../run/process/running-container.ts';
import type { ContainerLife } from '../containers/container-life.ts';
import type { Instance } from '../containers/container-status.ts';
import { pause } from '../containers/pause.ts';
import { planContainer } from '../containers/plan-container.ts';
import { containerBehaviour, type PodRuntime } from './pod-runtime.ts';
import { pullImage } from './pull-image.ts';
import { runcProblem, startProblem } from '../containers/refusals.ts';

/** The result of a try to start a container; after the last two the kubelet tries again. */
export type StartTry =
  | { readonly kind: 'running'; readonly process: RunningContainer }
  | { readonly kind: 'start-error'; readonly instance: Instance; readonly message: string }
  | { readonly kind: 'not-created'; readonly reason: string; readonly message: string }
  | { readonly kind: 'not-pulled' };

/** Pulls the image, creates and starts a container, with the Events and messages of a kubelet. */
export async function startContainer(
  runtime: PodRuntime,
  life: ContainerLife,
  restartCount: number,
): Promise<StartTry> {
  runtime.ending.throwIfAborted();
  if (!(await pullImage(runtime, life))) return { kind: 'not-pulled' };
  const { container } = life;
  const { waiting, startDelayMs = 0, readyAfterMs = 0 } = containerBehaviour(runtime.behaviour, container);
  const target = runtime.findTarget(container);
  if (waiting !== undefined) return { kind: 'not-created', ...waiting };
  if (target.kind === 'not-running') return { ...target, kind: 'not-created' };
  const { instance, sink } = life.create(restartCount);
  runtime.events.normal(container, 'Created', 'Container created');
  if (startDelayMs > 0) await pause(startDelayMs, runtime.ending);
  const plan = planContainer(runtime.pod, container);
  const place = {
    podUid: runtime.pod.metadata.uid ?? '',
    instance: `${container.spec.name}-${restartCount}`,
    joined: target.pid,
    kubeconfig: runtime.kubeconfig,
  };
  const result = await runtime.containers.start(plan, place, sink);
  if (result.kind === 'failed') {
    const message = startProblem(runcProblem(plan.command[0] ?? '', result.reason));
    return { kind: 'start-error', instance, message };
  }
  runtime.events.normal(container, 'Started', 'Container started');
  life.run(instance, result.container, readyAfterMs);
  return { kind: 'running', process: result.container };
}
