import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { KUBECONFIG, KUBECTL } from '../environment.ts';

/** A request to the API server. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** What the server answered, parsed. */
export interface ApiReply {
  readonly status: number;
  readonly body: unknown;
}

/** The API server, for hundreds of small requests that must not cost a process each. */
export interface Api {
  readonly call: (call: ApiCall) => Promise<ApiReply>;
  readonly close: () => Promise<void>;
}

/** Opens `kubectl proxy` on a socket that only this user can reach. */
export async function openApi(): Promise<Api> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-proxy-'));
  const socketPath = path.join(folder, 'socket');
  const proxy = spawn(KUBECTL, ['proxy', `--unix-socket=${socketPath}`], {
    env: { ...process.env, KUBECONFIG },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(proxy.stdout, 'data');
  const agent = new Agent({ keepAlive: true });
  return {
    call: ({ method, path: where, body }) =>
      new Promise((resolve, reject) => {
        const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
        const headers = { host: 'localhost', 'content-type': type };
        const sent = request({ socketPath, agent, method, path: where, headers }, (response) => {
          text(response).then(
            (answer) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(answer) }),
            reject,
          );
        });
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    async close() {
      agent.destroy();
      proxy.kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes a request that has to work, and returns what the server answered. */
export async function mustCall(api: Api, call: ApiCall): Promise<unknown> {
  const { status, body } = await api.call(call);
  if (status < 300) return body;
  throw new Error(`${call.method} ${call.path}: ${JSON.stringify(body)}`);
}
