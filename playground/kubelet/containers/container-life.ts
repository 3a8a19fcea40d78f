import { setTimeout as sleep } from 'node:timers/promises';
import type { StateTerminated } from '../../../src/pod/types.ts';
import { formatTime } from '../../timestamps.ts';
import type { RunningContainer } from '../../run/process/running-container.ts';
import type { OutputSink } from '../../run/process/running-process.ts';
import type { AttachSource } from '../output/attach-streams.ts';
import { ContainerLog } from '../output/container-log.ts';
import type { RoledContainer } from './container-role.ts';
import {
  containerId,
  firstStatus,
  type Instance,
  running,
  startedAndReady,
  startError,
  terminated,
  terminatedState,
  waiting,
} from './container-status.ts';
import { OutputHub } from '../output/output-hub.ts';
import { ReportedStatus } from './reported-status.ts';

/** A container of a pod through all its restarts: its status, its logs and its running process. */
export class ContainerLife {
  readonly container: RoledContainer;
  readonly status: ReportedStatus;
  /** Resolves when the container has started for the first time; a sidecar must start before the next container. */
  readonly started: Promise<void>;
  private readonly podUid: string;
  private readonly now: () => Date;
  private readonly logs = new Map<string, ContainerLog>();
  private output = new OutputHub();
  private process: RunningContainer | undefined;
  private markStarted: () => void = () => undefined;

  constructor(
    container: RoledContainer,
    pod: { readonly uid: string; readonly now: () => Date },
    reporting: { readonly firstReason: string; readonly lagMs: number; readonly tell: () => void },
  ) {
    this.container = container;
    this.podUid = pod.uid;
    this.now = pod.now;
    const first = firstStatus(container, reporting.firstReason);
    this.status = new ReportedStatus(first, reporting.lagMs, reporting.tell);
    this.started = new Promise((resolve) => {
      this.markStarted = resolve;
    });
  }

  get running(): RunningContainer | undefined {
    return this.process;
  }

  /** Whether the runtime has, or had, a container of this name. */
  get wasCreated(): boolean {
    return this.logs.size > 0;
  }

  /** The ID of the newest instance, empty before the first. */
  get lastId(): string {
    return [...this.logs.keys()].at(-1) ?? '';
  }

  log(containerID: string): ContainerLog | undefined {
    return this.logs.get(containerID);
  }

  /** Makes the next instance and the sink for its output; keeps only the last log of the earlier ones. */
  create(restartCount: number): { readonly instance: Instance; readonly sink: OutputSink } {
    const containerID = containerId(`${this.podUid}/${this.container.spec.name}/${restartCount}`);
    const log = new ContainerLog(this.now);
    const output = new OutputHub();
    output.listen('stdout', (chunk) => log.append('stdout', chunk));
    output.listen('stderr', (chunk) => log.append('stderr', chunk));
    for (const old of [...this.logs.keys()].slice(0, -1)) this.logs.delete(old);
    this.logs.set(containerID, log);
    this.output = output;
    return { instance: { containerID, restartCount }, sink: output };
  }

  wait(reason: string, message?: string): void {
    this.status.set(waiting(this.status.actual, reason, message));
  }

  /** The process runs; the container is ready after `readyAfterMs`, unless it has ended by then. */
  run(instance: Instance, process: RunningContainer, readyAfterMs: number): void {
    this.process = process;
    const status = running(this.status.actual, { ...instance, startedAt: formatTime(this.now()) });
    if (readyAfterMs > 0) {
      this.status.set(status);
      void sleep(readyAfterMs, undefined, { ref: false }).then(() => this.becomeReady(process));
      return;
    }
    this.status.set(startedAndReady(status, this.container.role));
    this.markStarted();
  }

  private becomeReady(process: RunningContainer): void {
    if (this.process !== process) return;
    this.status.set(startedAndReady(this.status.actual, this.container.role));
    this.markStarted();
  }

  /** The process has ended, and all its output has been passed on. */
  end(exitCode: number): void {
    this.process = undefined;
    this.finish(terminatedState(this.status.actual, exitCode, formatTime(this.now())));
  }

  /** The runtime could not execute the command: sets a waiting reason, then the end, as a real node does. */
  failToStart({ containerID, restartCount }: Instance, message: string): void {
    this.wait('RunContainerError', message);
    this.status.set({ ...this.status.actual, containerID, restartCount });
    this.finish(startError(containerID, message, formatTime(this.now())));
  }

  private finish(end: StateTerminated): void {
    this.logs.get(end.containerID ?? '')?.close();
    this.status.set(terminated(this.status.actual, this.container.role, end));
  }

  /** The running process for another client; undefined if none runs. */
  attachSource(): AttachSource | undefined {
    const { process, output } = this;
    if (process === undefined) return undefined;
    const { stdin = false, stdinOnce = false, tty = false } = this.container.spec;
    const { writeStdin, endStdin, resize, ended } = process;
    return { output, stdin, stdinOnce, tty, writeStdin, endStdin, resize, ended };
  }
}
