import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Pod } from '../../../src/pod/types.ts';
import type { RunBehaviour } from '../../pod-behaviour.ts';
import { PAUSE_COMMAND } from '../../run/process/demo-app.ts';
import type { RunningContainer } from '../../run/process/running-container.ts';
import { ContainerLife } from '../containers/container-life.ts';
import { ephemeralContainers, regularContainers, type RoledContainer } from '../containers/container-role.ts';
import { findTarget } from './find-target.ts';
import { ignoreAbort, untilAborted } from '../containers/pause.ts';
import { PodEvents } from './pod-events.ts';
import type { PodContainerStatuses } from './pod-phase.ts';
import type { PlaygroundNode, PodRuntime, Target } from './pod-runtime.ts';
import { SerialQueue } from './serial-queue.ts';
import { superviseContainer } from './supervise-container.ts';

interface PodProcessOptions {
  readonly behaviour: RunBehaviour;
  /** Called whenever a shown status has changed. */
  readonly tell: () => void;
}

/** The containers of a pod in the order in which a kubelet starts and ends them. */
export class PodProcesses {
  /** By name, in the order of the spec. */
  readonly lives = new Map<string, ContainerLife>();
  private readonly ending = new AbortController();
  private readonly tasks: Promise<void>[] = [];
  private readonly runtime: PodRuntime;
  private readonly options: PodProcessOptions;
  private pause: RunningContainer | undefined;

  constructor({ host, ...node }: PlaygroundNode, pod: Pod, options: PodProcessOptions) {
    this.options = options;
    setMaxListeners(0, this.ending.signal);
    const { behaviour } = options;
    this.runtime = {
      ...node,
      pod,
      behaviour,
      kubeconfig: () => host.accountKubeconfig(pod),
      events: new PodEvents(host, pod, behaviour.events !== false),
      ending: this.ending.signal,
      worker: new SerialQueue(),
      findTarget: (container) => this.findTarget(container),
      tellEnd: (container) => this.endDebuggersOf(container),
    };
    const firstReason = pod.spec.initContainers?.length ? 'PodInitializing' : 'ContainerCreating';
    regularContainers(pod).forEach((container) => this.add(container, firstReason));
  }

  get hasEnded(): boolean {
    return this.ending.signal.aborted;
  }

  /** Starts the pod: the init containers one by one, waiting for each sidecar to start, then the app containers. */
  start(): void {
    this.runtime.events.scheduled();
    this.track(this.play());
  }

  /** Adds the new ephemeral containers of the spec and returns them; the caller supervises them. */
  addEphemeralContainers(pod: Pod): readonly ContainerLife[] {
    return ephemeralContainers(pod)
      .filter(({ spec }) => !this.lives.has(spec.name))
      .map((container) => this.add(container, 'ContainerCreating'));
  }

  supervise(life: ContainerLife): Promise<number> {
    const exitCode = superviseContainer(this.runtime, life);
    this.track(exitCode);
    return exitCode;
  }

  /** Asks the programs of images to end, and waits for them, at most this long. Other processes are killed anyway. */
  async endGently(graceMs: number): Promise<void> {
    const gentle = [...this.lives.values()].flatMap(({ running }) => (running?.terminate ? [running] : []));
    if (gentle.length === 0 || graceMs === 0) return;
    this.ending.abort();
    gentle.forEach(({ terminate }) => terminate?.());
    const waiting = new AbortController();
    const timeout = setTimeout(graceMs, undefined, { signal: waiting.signal, ref: false });
    await Promise.race([Promise.all(gentle.map(({ ended }) => ended)), ignoreAbort(timeout, waiting.signal)]);
    waiting.abort();
  }

  /** Kills all processes and starts no more; resolves when all have ended. */
  async end(): Promise<void> {
    this.kill();
    await Promise.all(this.tasks);
    await this.pause?.ended;
  }

  statuses(): PodContainerStatuses {
    const shown = (...roles: readonly string[]) =>
      [...this.lives.values()]
        .filter(({ container }) => roles.includes(container.role))
        .map(({ status }) => status.shown);
    return { init: shown('init', 'sidecar'), app: shown('app'), ephemeral: shown('ephemeral') };
  }

  private add(container: RoledContainer, firstReason: string): ContainerLife {
    const { pod, now, behaviour } = this.runtime;
    const { statusLagMs: lagMs = 0 } = behaviour;
    const identity = { uid: pod.metadata.uid ?? '', now };
    const life = new ContainerLife(container, identity, { firstReason, lagMs, tell: this.options.tell });
    this.lives.set(container.spec.name, life);
    return life;
  }

  private async play(): Promise<void> {
    if (this.runtime.pod.spec.shareProcessNamespace === true) await this.startPause();
    const lives = [...this.lives.values()].filter(({ container }) => container.role !== 'ephemeral');
    for (const life of lives.filter(({ container }) => container.role !== 'app')) {
      const exitCode = this.supervise(life);
      if (life.container.role === 'sidecar') {
        await Promise.race([life.started, untilAborted(this.ending.signal)]);
      } else if ((await exitCode) !== 0) {
        this.kill();
        return;
      }
    }
    const apps = lives.filter(({ container }) => container.role === 'app');
    await Promise.all(apps.map((life) => this.supervise(life)));
    this.kill();
  }

  /** The process whose PID namespace all containers of the pod join, like the pause container of a real node. */
  private async startPause(): Promise<void> {
    const { containers, pod, worker, ending } = this.runtime;
    const plan = { command: PAUSE_COMMAND, program: 'demo-app', env: {}, tty: false, stdin: false } as const;
    const ignore = { stdout: () => undefined, stderr: () => undefined };
    const place = { podUid: pod.metadata.uid ?? '', instance: 'pause', joined: undefined };
    const hostName = pod.metadata.name ?? '';
    const result = await worker.run(() => containers.start({ ...plan, hostName }, place, ignore));
    if (result.kind === 'failed') throw new Error(`the pause process cannot start: ${result.reason}`);
    this.pause = result.container;
    if (ending.aborted) this.pause.kill();
  }

  private findTarget(container: RoledContainer): Target {
    const target = findTarget(this.lives, container);
    return target.kind === 'found' && this.pause !== undefined ? { ...target, pid: this.pause.pid } : target;
  }

  /**
   * Ends the debug containers of a target. In a joined PID namespace the kernel does it; without namespaces the
   * playground does.
   */
  private endDebuggersOf({ spec }: RoledContainer): void {
    if (this.pause !== undefined) return;
    for (const { container, running } of this.lives.values()) {
      if (container.spec.targetContainerName === spec.name) running?.kill();
    }
  }

  private kill(): void {
    this.ending.abort();
    for (const { running } of this.lives.values()) running?.kill();
    this.pause?.kill();
  }

  private track(task: Promise<unknown>): void {
    this.tasks.push(ignoreAbort(task, this.ending.signal));
  }
}
