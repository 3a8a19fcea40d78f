import type {
  Kubelet,
  KubeletHost,
  LogOptions,
  ProcessStreams,
  Refusal,
  StreamOptions,
} from '../../playground/kubelet.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { ContainerStateFields, Pod } from '../../src/pod/types.ts';
import { aContainerStatus, running, terminated, waiting } from '../builders/a-pod.ts';

/** A kubelet without processes: its one debug container prints, ends and breaks when the test says so. */
export interface ScriptedKubelet {
  readonly makeKubelet: (host: KubeletHost) => Kubelet;
  /** Writes to the log, and unless told otherwise to all that are attached. */
  readonly print: (bytes: string | Buffer, to?: 'log' | 'log and streams') => void;
  /** Forgets what the log holds. */
  readonly rotate: () => void;
  /** Records the event Started. */
  readonly announce: () => void;
  /** Reports a new state of the debug container. */
  readonly report: (state: ContainerStateFields) => void;
  /** Ends attaches and followed logs in good order, as a kubelet does that is killed: the container runs on. */
  readonly endStreams: () => void;
  /** Ends the streams, then the container. */
  readonly exit: (exitCode: number) => void;
  /** Everything that came in on stdin, and `<end>` for its end. */
  readonly heard: () => string;
  /** How many clients are attached or follow the log. */
  readonly clients: () => number;
}

/** Makes a kubelet whose debug container has this state once it was added; it runs by default. */
export function aScriptedKubelet(firstState: ContainerStateFields = running()): ScriptedKubelet {
  let state = firstState;
  let publish = (): void => undefined;
  let announce = (): void => undefined;
  const log: Buffer[] = [];
  const heard: Buffer[] = [];
  const listeners = new Set<(chunk: Buffer) => void>();
  const endings = new Set<() => void>();
  const changes = new Set<() => void>();
  const tell = (waiters: Set<() => void>): void => {
    const woken = [...waiters];
    waiters.clear();
    woken.forEach((wake) => wake());
  };
  const endStreams = (): void => tell(endings);
  const report = (next: ContainerStateFields): void => {
    state = next;
    publish();
    tell(changes);
  };

  const attach = (pod: Pod, { container }: StreamOptions): ProcessStreams | Refusal => {
    const { namespace, name } = podRef(pod);
    if (state.running === undefined)
      return {
        kind: 'refusal',
        code: 500,
        message: `container ${container} not found in pod ${name}_${namespace}`,
      };
    const own = new Set<(chunk: Buffer) => void>();
    const detach = (): void => own.forEach((listener) => listeners.delete(listener));
    return {
      onStdout: (listener) => {
        own.add(listener);
        listeners.add(listener);
      },
      onStderr: () => undefined,
      writeStdin: (chunk) => heard.push(chunk),
      endStdin: () => heard.push(Buffer.from('<end>')),
      resize: () => undefined,
      ended: new Promise((resolve) => endings.add(() => resolve(undefined))),
      detach,
    };
  };

  async function* read({ follow, signal }: LogOptions): AsyncGenerator<Buffer> {
    let isOver = !follow;
    const end = (): void => {
      isOver = true;
      tell(changes);
    };
    endings.add(end);
    signal.addEventListener('abort', end);
    for (let index = 0; ;) {
      const isLast = isOver || state.terminated !== undefined;
      const chunks = log.slice(index);
      index = log.length;
      yield* chunks;
      if (isLast) break;
      await new Promise<void>((resolve) => changes.add(resolve));
    }
    endings.delete(end);
  }

  return {
    makeKubelet: (host) => ({
      sync: (pod) => {
        publish = () => host.updateStatus(podRef(pod), pod.metadata.uid ?? '', () => statusOf(pod, state));
        const fieldPath = 'spec.ephemeralContainers{dbg}';
        const event = { type: 'Normal', reason: 'Started', message: 'Container started', fieldPath } as const;
        announce = () => host.recordEvent(podRef(pod), event);
        publish();
      },
      dial: () => ({ kind: 'refusal', code: 500, message: 'no ports here' }),
      remove: () => Promise.resolve(),
      attach,
      exec: attach,
      log: (_, options) =>
        state.running === undefined && state.terminated === undefined
          ? { kind: 'refusal', code: 400, message: 'container is waiting to start: ContainerCreating' }
          : read(options),
      close: () => {
        endStreams();
        return Promise.resolve();
      },
    }),
    print: (bytes, to = 'log and streams') => {
      log.push(Buffer.from(bytes));
      tell(changes);
      if (to === 'log and streams') listeners.forEach((listener) => listener(Buffer.from(bytes)));
    },
    rotate: () => void log.splice(0),
    announce: () => announce(),
    report,
    endStreams,
    exit: (exitCode) => {
      endStreams();
      report(terminated(exitCode));
    },
    heard: () => Buffer.concat(heard).toString('latin1'),
    clients: () => endings.size,
  };
}

/** The container is on its way up. */
export const CREATING = waiting('ContainerCreating');

function statusOf({ spec }: Pod, state: ContainerStateFields): NonNullable<Pod['status']> {
  return {
    phase: 'Running',
    containerStatuses: spec.containers.map(({ name }) => aContainerStatus(name)),
    ephemeralContainerStatuses: (spec.ephemeralContainers ?? []).map(({ name }) =>
      aContainerStatus(name, { state }),
    ),
  };
}
