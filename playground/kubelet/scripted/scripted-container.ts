import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerStatus, Pod } from '../../../src/pod/types.ts';
import type { ScriptedBehaviour } from '../../pod-behaviour.ts';
import { formatTime } from '../../timestamps.ts';
import type { AttachSource } from '../output/attach-streams.ts';
import { ContainerLog } from '../output/container-log.ts';
import type { RoledContainer } from '../containers/container-role.ts';
import {
  containerId,
  firstStatus,
  running,
  terminated,
  terminatedState,
} from '../containers/container-status.ts';
import { OutputHub } from '../output/output-hub.ts';

/** The script of an ephemeral container. */
type EphemeralScript = NonNullable<ScriptedBehaviour['ephemeral']>;

/** An ephemeral container played from a script: it prints its lines in the middle of its run. */
export class ScriptedContainer {
  readonly log: ContainerLog;
  status: ContainerStatus;
  private readonly container: RoledContainer;
  private readonly output = new OutputHub();
  private readonly now: () => Date;
  private readonly tell: () => void;
  private readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;

  constructor(container: RoledContainer, now: () => Date, tell: () => void) {
    this.container = container;
    this.now = now;
    this.tell = tell;
    this.log = new ContainerLog(now);
    this.status = firstStatus(container, 'ContainerCreating');
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  /** Plays the script; rejects with an AbortError if the pod is removed first. */
  async play(pod: Pod, script: EphemeralScript, signal: AbortSignal): Promise<void> {
    const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal, ref: false });
    signal.addEventListener('abort', this.markEnded);
    await pause(script.startMs);
    const containerID = containerId(`${pod.metadata.uid ?? ''}/${this.status.name}`);
    this.set(running(this.status, { containerID, restartCount: 0, startedAt: this.time() }));
    await pause(script.runMs / 2);
    for (const line of script.output) this.print(Buffer.from(`${line}\n`));
    await pause(script.runMs / 2);
    this.log.close();
    this.markEnded();
    const end = terminatedState(this.status, script.exitCode, this.time());
    this.set(terminated(this.status, 'ephemeral', end));
  }

  /** The source for another client; undefined if the container does not run. */
  attachSource(): AttachSource | undefined {
    if (this.status.state?.running === undefined) return undefined;
    const { tty = false } = this.container.spec;
    return { ...SILENT_INPUT, output: this.output, tty, ended: this.ended };
  }

  private print(line: Buffer): void {
    this.log.append('stdout', line);
    this.output.stdout(line);
  }

  private set(status: ContainerStatus): void {
    this.status = status;
    this.tell();
  }

  private time(): string {
    return formatTime(this.now());
  }
}

/** A stdin that nothing reads. */
export const SILENT_INPUT = {
  stdin: true,
  stdinOnce: false,
  writeStdin: () => undefined,
  endStdin: () => undefined,
  resize: () => undefined,
} as const;
