import { CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { commandText } from '../../errors/shell-word.ts';
import { printable } from '../../output/printable.ts';
import type { PodRef } from '../../pod/types.ts';
import { listeningHint } from '../listening-hint.ts';

/** A port of a pod. */
export interface PodPort {
  readonly pod: PodRef;
  readonly port: number;
}

/** `port 80 of pod shop/web-1`. */
export function describePort({ pod, port }: PodPort): string {
  return `port ${port} of pod ${pod.namespace}/${pod.name}`;
}

interface Meaning {
  readonly kind: ErrorKind;
  readonly message: (place: string, port: PodPort) => string;
  readonly hint?: (port: PodPort) => string;
  /** Whether the network of the pod is gone, so that the pod itself may be. */
  readonly isOfPod?: true;
}

/**
 * The errors of container runtimes, which come as text only: containerd and CRI-O print Go's errors after words of their own.
 * See https://github.com/containerd/containerd/blob/main/internal/cri/server/sandbox_portforward_linux.go
 */
const RUNTIME_SAYS: readonly (readonly [RegExp, Meaning])[] = [
  [
    /connection refused/,
    {
      kind: 'port-closed',
      message: (_, { pod, port }) => `nothing listens on port ${port} of pod ${pod.namespace}/${pod.name}`,
      hint: ({ pod }) => listeningHint(pod),
    },
  ],
  [
    /connection reset by peer|broken pipe/,
    { kind: 'connection-lost', message: (place) => `the program at ${place} reset the connection` },
  ],
  [
    /failed to find sandbox|network namespace \S{0,300} is closed|could not find sandbox/,
    {
      kind: 'connection-lost',
      message: (place) => `cannot connect to ${place}: the pod has no network any more`,
      isOfPod: true,
    },
  ],
];

/** What the runtime said of a connection, in short words. */
export function explainRuntime(
  said: string,
  place: PodPort,
): { readonly error: CliError; readonly isOfPod: boolean } {
  const meaning = RUNTIME_SAYS.find(([pattern]) => pattern.test(said))?.[1];
  const cause = new Error(said);
  if (meaning === undefined) {
    const error = new CliError(
      'connection-lost',
      `the connection to ${describePort(place)} failed: ${printable(tailOf(said))}`,
      { cause },
    );
    return { error, isOfPod: false };
  }
  const { kind, message, hint, isOfPod = false } = meaning;
  const help = hint === undefined ? {} : { hint: hint(place) };
  return { error: new CliError(kind, message(describePort(place), place), { ...help, cause }), isOfPod };
}

/** Without the beginning, which names the pod by ids that nobody else knows. */
function tailOf(said: string): string {
  const [first = ''] = said.trim().split('\n');
  const known =
    /^error forwarding port \d+ to pod \S+, uid \S*: (?:failed to execute portforward in network namespace "[^"]*": )?(.+)$/;
  return (known.exec(first)?.[1] ?? first).slice(0, 300);
}

/** The error of a connection whose way was cut under it. */
export function connectionCut(place: PodPort, reason: string): CliError {
  return new CliError(
    'connection-lost',
    `the connection to ${describePort(place)} was cut: ${printable(reason)}`,
  );
}

/** The error for an answer that the runtime may have cut off; see `end-of-input.ts`. */
export function answerCut(place: PodPort): CliError {
  const { namespace, name } = place.pod;
  const ports = `${place.port}:localhost:${place.port}`;
  const through = commandText`kubectl-debug forward ${name} ${ports} -n ${namespace}`;
  return new CliError(
    'connection-lost',
    `the container runtime closed the connection to ${describePort(place)} after the end of the input, maybe before the end of the answer`,
    { hint: `the runtime passes no end of input on, but a debug container does: ${through}` },
  );
}
