import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { makeKubelet, type KubeletOptions } from '../../playground/kubelet/make-kubelet.ts';
import type {
  Kubelet,
  KubeletHost,
  LogOptions,
  PlaygroundEvent,
  ProcessStreams,
  Refusal,
  StreamOptions,
} from '../../playground/kubelet.ts';
import type { PodBehaviour } from '../../playground/pod-behaviour.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { ContainerStatus, EphemeralContainer, Pod } from '../../src/pod/types.ts';

const DEADLINE_MS = 60_000;

/** A kubelet, with the parts of an API server that it needs. */
export interface TestKubelet {
  readonly kubelet: Kubelet;
  /** The folder of its files. */
  readonly folder: string;
  readonly events: readonly PlaygroundEvent[];
  /** Every pod whose status was written, oldest first. */
  readonly history: readonly Pod[];
  readonly create: (pod: Pod, behaviour?: PodBehaviour) => void;
  readonly addEphemeral: (pod: Pod, container: EphemeralContainer) => void;
  /** The stored pod. */
  readonly read: (pod: Pod) => Pod;
  /** Waits until the stored pod fulfils the condition. */
  readonly until: (pod: Pod, holds: (pod: Pod) => boolean) => Promise<Pod>;
}

/** Short waits between restarts and between pulls. */
const BACK_OFF = { firstMs: 20, longestMs: 80 };

/** Starts a kubelet, by default one whose containers are plain processes; it ends with the test. */
export async function startKubelet({
  confinement = 'none',
  backOff = BACK_OFF,
  ...options
}: Partial<Omit<KubeletOptions, 'folder'>> = {}): Promise<TestKubelet> {
  const folder = await mkdtemp(join(tmpdir(), 'kubelet-test-'));
  const pods = new Map<string, Pod>();
  const behaviours = new Map<string, PodBehaviour>();
  const events: PlaygroundEvent[] = [];
  const history: Pod[] = [];
  const key = (pod: Pod): string => podRef(pod).name;
  const host: KubeletHost = {
    readPod: ({ name }) => pods.get(name),
    accountKubeconfig: () => '{}',
    readBehaviour: (pod) => behaviours.get(key(pod)) ?? { kind: 'run' },
    updateStatus: ({ name }, uid, change) => {
      const pod = pods.get(name);
      if (pod?.metadata.uid !== uid) return;
      const changed = { ...pod, status: change(pod.status ?? {}) };
      pods.set(name, changed);
      history.push(changed);
    },
    recordEvent: (_ref, event) => events.push(event),
  };
  const kubelet = makeKubelet(host, { ...options, confinement, backOff, folder });
  const read = (pod: Pod): Pod => {
    const stored = pods.get(key(pod));
    if (stored === undefined) throw new Error(`no pod ${key(pod)}`);
    return stored;
  };
  onTestFinished(async () => {
    await kubelet.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    kubelet,
    folder,
    events,
    history,
    create: (pod, behaviour) => {
      const created = { ...pod, metadata: { ...pod.metadata, generation: 1 }, status: { phase: 'Pending' } };
      pods.set(key(pod), created);
      if (behaviour !== undefined) behaviours.set(key(pod), behaviour);
      kubelet.sync(created);
    },
    addEphemeral: (pod, container) => {
      const { spec, metadata, ...rest } = read(pod);
      const ephemeralContainers = [...(spec.ephemeralContainers ?? []), container];
      const generation = (metadata.generation ?? 0) + 1;
      const changed = {
        ...rest,
        metadata: { ...metadata, generation },
        spec: { ...spec, ephemeralContainers },
      };
      pods.set(key(pod), changed);
      kubelet.sync(changed);
    },
    read,
    until: async (pod, holds) => {
      const deadline = Date.now() + DEADLINE_MS;
      while (!holds(read(pod))) {
        if (Date.now() > deadline) throw new Error(`not so: ${JSON.stringify(read(pod).status, null, 1)}`);
        await sleep(5);
      }
      return read(pod);
    },
  };
}

/** The status of a container of any kind. */
export function statusOf({ status = {} }: Pod, name: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status;
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find(
    (container) => container.name === name,
  );
}

/** Whether the container of this name runs. */
export function isRunning(name: string): (pod: Pod) => boolean {
  return (pod) => statusOf(pod, name)?.state?.running !== undefined;
}

/** Whether the container of this name has ended. */
export function hasEnded(name: string): (pod: Pod) => boolean {
  return (pod) => statusOf(pod, name)?.state?.terminated !== undefined;
}

/** A command that outlives each test. */
export const SLEEP = ['sleep', '1000'];
/** The options of a pod with one container, which runs that. */
export const FOREVER = { apps: [{ command: SLEEP }] };

/** A line of shell as the command of a container. */
export function shell(script: string): readonly string[] {
  return ['sh', '-c', script];
}

/** The options of a client that wants all streams. */
export function allStreams(container: string, fields: Partial<StreamOptions> = {}): StreamOptions {
  return { container, stdin: true, stdout: true, stderr: true, tty: false, ...fields };
}

/** A client that keeps its output. */
interface TestClient {
  readonly streams: ProcessStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits for this text on stdout. */
  readonly untilStdout: (text: string) => Promise<void>;
}

export function aClient(streams: ProcessStreams | Refusal): TestClient {
  if ('kind' in streams) throw new Error(streams.message);
  const chunks = { stdout: '', stderr: '' };
  streams.onStdout((chunk) => (chunks.stdout += chunk.toString()));
  streams.onStderr((chunk) => (chunks.stderr += chunk.toString()));
  return {
    streams,
    stdout: () => chunks.stdout,
    stderr: () => chunks.stderr,
    untilStdout: async (text) => {
      const deadline = Date.now() + DEADLINE_MS;
      while (!chunks.stdout.includes(text)) {
        if (Date.now() > deadline) throw new Error(`never came: ${text}; but: ${chunks.stdout}`);
        await sleep(5);
      }
    },
  };
}

/** Reads a log to its end. */
export async function readLog(
  kubelet: Kubelet,
  pod: Pod,
  options: Partial<LogOptions> & { readonly container: string },
): Promise<string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const log = kubelet.log(pod, { follow: false, timestamps: false, signal, ...options });
  if ('kind' in log) throw new Error(log.message);
  const chunks: Buffer[] = [];
  for await (const chunk of log) chunks.push(chunk);
  signal.throwIfAborted();
  return Buffer.concat(chunks).toString();
}
