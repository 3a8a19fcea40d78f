import type { PreStop, Probe } from '../types.ts';

/** What probes and hooks have in common. */
interface Action {
  readonly exec: Probe['exec'] | undefined;
  readonly httpGet: Probe['httpGet'] | undefined;
}

/** What a probe does, in a few words: `exec cat /ready`, `GET /healthz on port 8080`, `TCP port 5432`. */
export function probeText({ exec, httpGet, tcpSocket, grpc }: Probe): string {
  if (tcpSocket !== undefined) return `TCP port ${tcpSocket.port}`;
  return grpc === undefined ? actionText({ exec, httpGet }) : `gRPC on port ${grpc.port}`;
}

/** What a preStop hook does, in a few words. */
export function preStopText({ exec, httpGet, sleep }: PreStop): string {
  return sleep === undefined ? actionText({ exec, httpGet }) : `sleep ${sleep.seconds}s`;
}

function actionText({ exec, httpGet }: Action): string {
  if (exec !== undefined) return `exec ${(exec.command ?? []).join(' ')}`;
  return httpGet === undefined ? 'of an unknown kind' : `GET ${httpGet.path ?? '/'} on port ${httpGet.port}`;
}
