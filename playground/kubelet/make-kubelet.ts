import { connect } from 'node:net';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { Pod } from '../../src/pod/types.ts';
import type { Kubelet, KubeletHost } from '../kubelet.ts';
import { type ConfinementKind, makeContainers } from '../run/containers.ts';
import type { ImagePrograms } from '../run/image-program.ts';
import type { PlayedPod } from './pods/played-pod.ts';
import type { BackOff, PlaygroundNode } from './pods/pod-runtime.ts';
import { noSandbox, notFoundForAttach, notFoundForExec } from './containers/refusals.ts';
import { ProcessPod } from './pods/process-pod.ts';
import { ScriptedPod } from './scripted/scripted-pod.ts';

export interface KubeletOptions {
  readonly now?: () => Date;
  /** An existing folder, in which the kubelet makes a folder for the containers' files. */
  readonly folder: string;
  readonly confinement: ConfinementKind;
  /** For crash loops and failed pulls. A real kubelet's are 10 s and 300 s; default 2 s and 60 s. */
  readonly backOff?: BackOff;
  /** The programs of images that have one of their own; other images show the programs of this machine. */
  readonly images?: ImagePrograms;
}

const DEFAULT_BACK_OFF: BackOff = { firstMs: 2000, longestMs: 60_000 };

/** Makes a kubelet that runs or plays the pods of `host`; `close` ends and removes all that it made. */
export function makeKubelet(host: KubeletHost, options: KubeletOptions): Kubelet {
  const { now = () => new Date(), folder, confinement, backOff = DEFAULT_BACK_OFF } = options;
  const containers = makeContainers(folder, confinement, options.images);
  const pods = new PlayedPods({ host, containers, backOff, now });
  return {
    sync: (pod) => pods.sync(pod),
    remove: (pod) => pods.remove(pod),
    attach: (pod, streams) =>
      pods.find(pod)?.attach(pod, streams) ?? notFoundForAttach(pod, streams.container),
    exec: (pod, streams, command) =>
      pods.find(pod)?.exec(pod, streams, command) ?? notFoundForExec(streams.container),
    log: (pod, log) => pods.find(pod)?.log(pod, log) ?? notFoundForAttach(pod, log.container),
    dial: (pod, port) => {
      if (pods.find(pod) === undefined) return noSandbox();
      return connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    },
    close: async () => {
      await pods.close();
      containers.close();
    },
  };
}

/** The pods of one kubelet by uid. A scripted pod takes only its uid until a request needs more than its status. */
class PlayedPods {
  private readonly node: PlaygroundNode;
  private readonly played = new Map<string, PlayedPod>();
  private readonly scripted = new Set<string>();
  private lastAddress = 0;
  private isClosed = false;

  constructor(node: PlaygroundNode) {
    this.node = node;
  }

  sync(pod: Pod): void {
    // A pod without a node has no kubelet.
    if (this.isClosed || (pod.spec.nodeName ?? '') === '') return;
    const known = this.played.get(uidOf(pod));
    if (known !== undefined) known.sync(pod);
    else this.admit(pod);
  }

  find(pod: Pod): PlayedPod | undefined {
    const uid = uidOf(pod);
    return this.played.get(uid) ?? (this.scripted.has(uid) ? this.makeScriptedPod(pod) : undefined);
  }

  async remove(pod: Pod): Promise<void> {
    const uid = uidOf(pod);
    // The pod stays known until its end, so that a late change of the spec does not start it again.
    await this.played.get(uid)?.remove(graceMsOf(pod));
    this.played.delete(uid);
    this.scripted.delete(uid);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.played.values()].map((played) => played.remove(0)));
  }

  private admit(pod: Pod): void {
    const uid = uidOf(pod);
    const behaviour = this.node.host.readBehaviour(pod);
    if (behaviour.kind === 'run') {
      this.played.set(uid, new ProcessPod(this.node, pod, { behaviour, podIP: this.nextAddress() }));
      return;
    }
    if (!this.scripted.has(uid)) {
      this.scripted.add(uid);
      this.node.host.updateStatus(podRef(pod), uid, (before) => ({ ...before, ...behaviour.status }));
    }
    if (pod.spec.ephemeralContainers?.length) this.makeScriptedPod(pod)?.sync(pod);
  }

  private makeScriptedPod(pod: Pod): PlayedPod | undefined {
    const behaviour = this.node.host.readBehaviour(pod);
    if (behaviour.kind === 'run') return undefined;
    const played = new ScriptedPod(this.node, behaviour);
    this.played.set(uidOf(pod), played);
    return played;
  }

  private nextAddress(): string {
    this.lastAddress += 1;
    return `10.244.${Math.floor(this.lastAddress / 250)}.${(this.lastAddress % 250) + 1}`;
  }
}

function uidOf({ metadata }: Pod): string {
  return metadata.uid ?? '';
}

/** How long the programs of a pod may take to end. */
function graceMsOf({ metadata }: Pod): number {
  return (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}
