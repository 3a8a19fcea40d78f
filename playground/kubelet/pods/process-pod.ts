import { podRef } from '../../../src/pod/pod-ref.ts';
import type { Pod } from '../../../src/pod/types.ts';
import type { LogOptions, ProcessStreams, Refusal, StreamOptions } from '../../kubelet.ts';
import type { RunBehaviour } from '../../pod-behaviour.ts';
import { formatTime } from '../../timestamps.ts';
import { attachStreams } from '../output/attach-streams.ts';
import type { ContainerLife } from '../containers/container-life.ts';
import { execStreams } from '../output/exec-streams.ts';
import { planContainer } from '../containers/plan-container.ts';
import type { PlayedPod } from './played-pod.ts';
import { PodProcesses } from './pod-processes.ts';
import type { PlaygroundNode } from './pod-runtime.ts';
import { podStatus } from './pod-status.ts';
import {
  execProblem,
  logTarget,
  notFoundForAttach,
  notFoundForExec,
  runcProblem,
} from '../containers/refusals.ts';

/** A pod whose containers are local processes: writes its status and serves its clients. */
export class ProcessPod implements PlayedPod {
  private readonly node: PlaygroundNode;
  private readonly processes: PodProcesses;
  private readonly podIP: string;
  private readonly startTime: string;
  private readonly takesEphemeralContainers: boolean;
  private pod: Pod;
  private isRemoved = false;

  constructor(
    node: PlaygroundNode,
    pod: Pod,
    { behaviour, podIP }: { readonly behaviour: RunBehaviour; readonly podIP: string },
  ) {
    this.node = node;
    this.pod = pod;
    this.podIP = podIP;
    this.startTime = formatTime(node.now());
    this.takesEphemeralContainers = behaviour.ignoresEphemeralContainers !== true;
    this.processes = new PodProcesses(node, pod, { behaviour, tell: () => this.publish() });
    this.publish();
    this.processes.start();
  }

  sync(pod: Pod): void {
    const isOver = this.processes.hasEnded || pod.metadata.deletionTimestamp !== undefined;
    if (isOver || !this.takesEphemeralContainers) return;
    this.pod = pod;
    const added = this.processes.addEphemeralContainers(pod);
    if (added.length === 0) return;
    this.publish();
    added.forEach((life) => void this.processes.supervise(life));
  }

  async remove(graceMs: number): Promise<void> {
    await this.processes.endGently(graceMs);
    await this.processes.end();
    this.isRemoved = true;
    this.node.containers.removePod(this.pod.metadata.uid ?? '');
  }

  attach(pod: Pod, { container, stdin }: StreamOptions): ProcessStreams | Refusal {
    const source = this.life(container)?.attachSource();
    return source === undefined ? notFoundForAttach(pod, container) : attachStreams(source, stdin);
  }

  exec(
    _pod: Pod,
    { container, tty, stdin }: StreamOptions,
    command: readonly string[],
  ): ProcessStreams | Refusal {
    const life = this.life(container);
    const running = life?.running;
    if (life === undefined || running === undefined) return notFoundForExec(container);
    const { env } = planContainer(this.pod, life.container);
    const plan = { command, env: tty ? { TERM: 'xterm', ...env } : env, tty, stdin };
    const problem = running.findProblem(plan);
    if (problem !== undefined) return execProblem(runcProblem(command[0] ?? '', problem));
    return execStreams((sink) => running.exec(plan, sink));
  }

  log(pod: Pod, options: LogOptions): AsyncIterable<Buffer> | Refusal {
    const target = logTarget(pod, options);
    if (target.kind === 'refusal') return target;
    const containerID = target.containerID ?? '';
    return this.life(options.container)?.log(containerID)?.read(options) ?? noLog(containerID);
  }

  private life(container: string): ContainerLife | undefined {
    return this.processes.lives.get(container);
  }

  private publish(): void {
    if (this.isRemoved) return;
    const { pod, podIP, startTime } = this;
    const facts = { podIP, startTime, observedGeneration: pod.metadata.generation };
    const now = formatTime(this.node.now());
    this.node.host.updateStatus(podRef(pod), pod.metadata.uid ?? '', (before) =>
      podStatus({ pod, statuses: this.processes.statuses(), facts, now }, before),
    );
  }
}

/** The log, with 200, that a kubelet serves for a container that the runtime has removed. */
async function* noLog(containerID: string): AsyncGenerator<Buffer> {
  yield Promise.resolve(Buffer.from(`unable to retrieve container logs for ${containerID}`));
}
