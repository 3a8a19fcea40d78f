import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connect } from '../../src/cluster/connect/connect.ts';
import type { ConnectionHooks } from '../../src/cluster/connect/connection-hooks.ts';
import type { Cluster } from '../../src/cluster/cluster.ts';
import type { ConnectionOptions } from '../../src/cluster/settings/connection-options.ts';
import type { Io } from '../../src/io.ts';
import { aKubeconfig } from './a-kubeconfig.ts';
import { anIo } from './an-io.ts';
import { makeCertificate } from '../servers/certificates.ts';
import { aLocalServer, json, type LocalServer, type Responder } from '../servers/local-server.ts';

/** The path that `readPod` asks for. */
export const POD_PATH = '/api/v1/namespaces/shop/pods/web-1';
export const readPod = (cluster: Cluster): Promise<unknown> =>
  cluster.requestJson({ method: 'GET', path: POD_PATH });

/** Answers each request with an object. */
export const answerPod: Responder = (_request, response) => json(response, { kind: 'Pod' });

/** The body of a refusal. */
export const aStatus = (code: number, reason: string): object => ({
  kind: 'Status',
  status: 'Failure',
  code,
  reason,
});

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The certificate of the server of `aConnection`, which signs itself; it does for a client as well. */
export const serverCertificate = await makeCertificate({
  name: 'kubectl-debug test',
  isAuthority: true,
  hosts: ['127.0.0.1', 'k.example'],
});

/** An Io whose sleeps end at once and are written down. */
export function anImpatientIo(env: Record<string, string> = {}): {
  readonly io: Io;
  readonly slept: number[];
} {
  const slept: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    return Promise.resolve();
  };
  return { io: { ...anIo({ env: { PATH: process.env['PATH'] ?? '', ...env } }).io, sleep }, slept };
}

export interface ConnectionSetup {
  readonly respond: Responder;
  readonly user?: Record<string, unknown>;
  readonly cluster?: Record<string, unknown>;
  readonly options?: ConnectionOptions;
  readonly hooks?: ConnectionHooks;
  readonly env?: Record<string, string>;
  readonly isHttp?: boolean;
}

/** Starts a server and connects to it by a kubeconfig, over TLS unless `isHttp`. */
export async function aConnection(setup: ConnectionSetup): Promise<{
  readonly cluster: Cluster;
  readonly server: LocalServer;
  /** How long the program wanted to sleep, in milliseconds. */
  readonly slept: readonly number[];
}> {
  const tls = { ...serverCertificate, requestCert: true, rejectUnauthorized: false };
  const server = await aLocalServer(setup.respond, setup.isHttp === true ? undefined : tls);
  const clusterEntry = {
    server: server.url,
    ...(setup.isHttp !== true && { 'certificate-authority-data': base64(serverCertificate.cert) }),
    ...setup.cluster,
  };
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-debug-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, JSON.stringify(aKubeconfig(clusterEntry, setup.user)));
  const { io, slept } = anImpatientIo(setup.env);
  const cluster = await connect(io, { kubeconfig, ...setup.options }, setup.hooks);
  return { cluster, server, slept };
}
