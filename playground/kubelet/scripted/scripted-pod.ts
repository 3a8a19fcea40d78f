import { setMaxListeners } from 'node:events';
import { podRef } from '../../../src/pod/pod-ref.ts';
import { parseTime } from '../../../src/pod/timestamp.ts';
import type { Pod } from '../../../src/pod/types.ts';
import type { LogOptions, ProcessStreams, Refusal, StreamOptions } from '../../kubelet.ts';
import type { ScriptedBehaviour } from '../../pod-behaviour.ts';
import { type AttachSource, attachStreams } from '../output/attach-streams.ts';
import { ContainerLog } from '../output/container-log.ts';
import { ephemeralContainers } from '../containers/container-role.ts';
import { OutputHub } from '../output/output-hub.ts';
import { ignoreAbort, untilAborted } from '../containers/pause.ts';
import type { PlayedPod } from '../pods/played-pod.ts';
import type { PlaygroundNode } from '../pods/pod-runtime.ts';
import { findStatus, logTarget, notFoundForAttach } from '../containers/refusals.ts';
import { ScriptedContainer, SILENT_INPUT } from './scripted-container.ts';

/** A pod without processes. It is made when a request needs more than the status of its behaviour. */
export class ScriptedPod implements PlayedPod {
  private readonly parts: Pick<PlaygroundNode, 'host' | 'now'>;
  private readonly behaviour: ScriptedBehaviour;
  private readonly ending = new AbortController();
  private readonly added = new Map<string, ScriptedContainer>();
  private readonly logs = new Map<string, ContainerLog>();

  constructor(parts: Pick<PlaygroundNode, 'host' | 'now'>, behaviour: ScriptedBehaviour) {
    this.parts = parts;
    this.behaviour = behaviour;
    setMaxListeners(0, this.ending.signal);
  }

  sync(pod: Pod): void {
    const isNew = (name: string): boolean =>
      !this.added.has(name) &&
      this.behaviour.status.ephemeralContainerStatuses?.some((status) => status.name === name) !== true;
    const containers = ephemeralContainers(pod)
      .filter(({ spec }) => isNew(spec.name))
      .map((container) => new ScriptedContainer(container, this.parts.now, () => this.publish(pod)));
    for (const container of containers) this.added.set(container.status.name, container);
    if (containers.length > 0) this.publish(pod);
    const { ephemeral } = this.behaviour;
    const { signal } = this.ending;
    if (ephemeral === undefined) return;
    for (const container of containers) void ignoreAbort(container.play(pod, ephemeral, signal), signal);
  }

  remove(): Promise<void> {
    this.ending.abort();
    for (const log of this.logs.values()) log.close();
    return Promise.resolve();
  }

  attach(pod: Pod, { container, stdin }: StreamOptions): ProcessStreams | Refusal {
    const added = this.added.get(container);
    const source = added === undefined ? this.quietSource(pod, container) : added.attachSource();
    return source === undefined ? notFoundForAttach(pod, container) : attachStreams(source, stdin);
  }

  exec(): Refusal {
    const message =
      'this pod of the playground is scripted: it has no process, and none can be started in it';
    return { kind: 'refusal', code: 500, message };
  }

  log(pod: Pod, options: LogOptions): AsyncIterable<Buffer> | Refusal {
    const target = logTarget(pod, options);
    if (target.kind === 'refusal') return target;
    return (this.added.get(options.container)?.log ?? this.writtenLog(pod, options.container)).read(options);
  }

  private publish(pod: Pod): void {
    const { ephemeralContainerStatuses = [] } = this.behaviour.status;
    const statuses = [...ephemeralContainerStatuses, ...[...this.added.values()].map(({ status }) => status)];
    const { uid = '', generation } = pod.metadata;
    this.parts.host.updateStatus(podRef(pod), uid, (before) => ({
      ...before,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      ephemeralContainerStatuses: statuses,
    }));
  }

  /** A container that runs according to the behaviour's status: it prints nothing until the pod is removed. */
  private quietSource(pod: Pod, container: string): AttachSource | undefined {
    if (findStatus(pod, container)?.state?.running === undefined) return undefined;
    const ended = untilAborted(this.ending.signal).catch(() => undefined);
    return { ...SILENT_INPUT, output: new OutputHub(), tty: false, ended };
  }

  /** The behaviour's log of a container; it stays open while the container runs. */
  private writtenLog(pod: Pod, container: string): ContainerLog {
    const known = this.logs.get(container);
    if (known !== undefined) return known;
    const created = parseTime(pod.metadata.creationTimestamp) ?? this.parts.now();
    const log = new ContainerLog(() => created);
    for (const line of this.behaviour.logs?.[container] ?? []) log.append('stdout', Buffer.from(`${line}\n`));
    if (findStatus(pod, container)?.state?.running === undefined) log.close();
    this.logs.set(container, log);
    return log;
  }
}
