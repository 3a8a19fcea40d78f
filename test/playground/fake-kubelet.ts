import { podRef } from '../../src/pod/pod-ref.ts';
import type { ContainerStatus, EphemeralContainer, Pod } from '../../src/pod/types.ts';
import type {
  Kubelet,
  KubeletHost,
  LogOptions,
  ProcessEnd,
  ProcessStreams,
  Refusal,
  StreamOptions,
} from '../../playground/kubelet.ts';

/** A kubelet that records its calls and whose streams the test controls. */
export interface FakeKubelet extends Kubelet {
  readonly host: KubeletHost;
  /** The actions of clients: `stdin abc`, `end-stdin`, `resize 80x24`, `detach`. */
  readonly heard: readonly string[];
  readonly opened: readonly StreamOptions[];
  readonly logged: readonly LogOptions[];
  /** Writes to all open streams. */
  readonly print: (text: string, stream?: 'stdout' | 'stderr') => void;
  /** Ends all open streams. */
  readonly end: (end?: ProcessEnd) => void;
  readonly isClosed: () => boolean;
}

export interface FakeKubeletOptions {
  readonly refuse?: Refusal;
  readonly logLines?: readonly string[];
  /** Whether a deleted pod stays until `end` is called. */
  readonly holdsRemoval?: boolean;
}

/** Makes a kubelet for tests of the API server: all containers run at once, and the test controls the streams. */
export function makeFakeKubelet(
  host: KubeletHost,
  { refuse, logLines = [], holdsRemoval = false }: FakeKubeletOptions = {},
): FakeKubelet {
  const heard: string[] = [];
  const opened: StreamOptions[] = [];
  const logged: LogOptions[] = [];
  const streams = new FakeStreams(heard);
  let isClosed = false;
  const open = (options: StreamOptions): ProcessStreams | Refusal => {
    opened.push(options);
    return refuse ?? streams.open();
  };
  return {
    host,
    heard,
    opened,
    logged,
    sync: (pod) => {
      const status = { phase: 'Running', ...statusesOf(pod) };
      host.updateStatus(podRef(pod), pod.metadata.uid ?? '', (old) => ({ ...old, ...status }));
    },
    remove: () => (holdsRemoval ? streams.untilEnd().then(() => undefined) : Promise.resolve()),
    attach: (_, options) => open(options),
    exec: (_, options, command) => {
      heard.push(`exec ${command.join(' ')}`);
      return open(options);
    },
    log: (_, options) => {
      logged.push(options);
      return refuse ?? readLines(logLines, options);
    },
    dial: () => refuse ?? { kind: 'refusal', code: 500, message: 'no ports here' },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
    print: (text, stream = 'stdout') => streams.print(text, stream),
    end: (end) => streams.end(end),
    isClosed: () => isClosed,
  };
}

type Listener = (chunk: Buffer) => void;

/** All open streams of one kubelet, as one. */
class FakeStreams {
  private readonly heard: string[];
  private readonly listeners: Record<'stdout' | 'stderr', Listener[]> = { stdout: [], stderr: [] };
  private readonly endings: ((end: ProcessEnd | undefined) => void)[] = [];

  constructor(heard: string[]) {
    this.heard = heard;
  }

  open(): ProcessStreams {
    return {
      onStdout: (listener) => this.listeners.stdout.push(listener),
      onStderr: (listener) => this.listeners.stderr.push(listener),
      writeStdin: (chunk) => this.heard.push(`stdin ${chunk.toString()}`),
      endStdin: () => this.heard.push('end-stdin'),
      resize: ({ columns, rows }) => this.heard.push(`resize ${columns}x${rows}`),
      ended: this.untilEnd(),
      detach: () => this.heard.push('detach'),
    };
  }

  untilEnd(): Promise<ProcessEnd | undefined> {
    return new Promise((resolve) => this.endings.push(resolve));
  }

  print(text: string, stream: 'stdout' | 'stderr'): void {
    for (const listener of this.listeners[stream]) listener(Buffer.from(text));
  }

  end(end?: ProcessEnd): void {
    for (const resolve of this.endings.splice(0)) resolve(end);
  }
}

function statusesOf({ spec }: Pod): object {
  const running = ({ name }: { readonly name: string }): ContainerStatus => ({
    name,
    ready: true,
    started: true,
    restartCount: 0,
    state: { running: {} },
  });
  const { ephemeralContainers = [] as readonly EphemeralContainer[] } = spec;
  return {
    containerStatuses: spec.containers.map(running),
    ephemeralContainerStatuses: ephemeralContainers.map(running),
  };
}

async function* readLines(lines: readonly string[], options: LogOptions): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
  if (!options.follow) return;
  await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
}
