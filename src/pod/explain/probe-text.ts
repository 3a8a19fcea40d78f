import type { PreStop, Probe } from '../types.ts';

/** What a probe does, in a few words: `exec cat /ready`, `GET /healthz on port 8080`, `TCP port 5432`. */
export function probeText({ exec, httpGet, tcpSocket, grpc }: Probe): string {
  if (exec !== undefined) return `exec ${(exec.command ?? []).join(' ')}`;
  if (httpGet !== undefined) return `GET ${httpGet.path ?? '/'} on port ${httpGet.port}`;
  if (tcpSocket !== undefined) return `TCP port ${tcpSocket.port}`;
  return grpc === undefined ? 'of a kind that is not known' : `gRPC on port ${grpc.port}`;
}

/** What a container does before it is asked to end, likewise. */
export function preStopText({ exec, httpGet, sleep }: PreStop): string {
  if (exec !== undefined) return `exec ${(exec.command ?? []).join(' ')}`;
  if (httpGet !== undefined) return `GET ${httpGet.path ?? '/'} on port ${httpGet.port}`;
  return sleep === undefined ? 'of a kind that is not known' : `sleep ${sleep.seconds}s`;
}
