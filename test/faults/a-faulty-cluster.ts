import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Hook } from '../../playground/hook.ts';
import { createPlayground, type Playground } from '../../playground/playground.ts';
import type { ContainerStateFields } from '../../src/pod/types.ts';
import { sharedCertificate } from '../playground/shared-certificate.ts';
import { letTimePass } from '../drivers/let-time-pass.ts';
import { startCommand, type CommandOptions, type RunningCommand } from '../drivers/run-command.ts';
import { aScriptedKubelet, type ScriptedKubelet } from './scripted-kubelet.ts';

/** What answers a request for an upgrade in place of the API server. */
export type UpgradeFault =
  | {
      readonly kind: 'socket';
      /** Speaks on the open socket. */
      readonly serve: (socket: WebSocket) => void;
      /** What the server agrees to; v5 by default. */
      readonly protocol?: string | false;
      readonly answersPings?: boolean;
    }
  /** Bytes in place of a handshake. */
  | { readonly kind: 'answer'; readonly text: string };

export interface FaultyOptions {
  readonly hook?: Hook;
  /** How the debug container stands once it was added; it runs by default. */
  readonly firstState?: ContainerStateFields;
  /** By the number of the attach, from 1, and the protocols that it offers; without one the playground answers. */
  readonly upgrade?: (count: number, offered: string | undefined) => UpgradeFault;
}

/** An API server with the pod `web-1`, whose debug container and whose faults are in the hands of the test. */
export interface FaultyCluster {
  readonly playground: Playground;
  readonly container: ScriptedKubelet;
  /** How many attaches came to the front. */
  readonly attaches: () => number;
  /** Starts a command whose time passes by itself, though faster. */
  readonly start: (argv: readonly string[], options?: Partial<CommandOptions>) => RunningCommand;
  /** Starts a command whose time passes only when the test says so. */
  readonly startFrozen: (argv: readonly string[], options?: Partial<CommandOptions>) => RunningCommand;
}

/** Starts it; it ends with the test. */
export async function aFaultyCluster(options: FaultyOptions = {}): Promise<FaultyCluster> {
  const container = aScriptedKubelet(options.firstState);
  const playground = await createPlayground({
    certificate: await sharedCertificate(),
    makeKubelet: container.makeKubelet,
    pods: [{ name: 'web-1', spec: { containers: [{ name: 'app', image: 'example/app:1' }] } }],
    ...(options.hook && { hook: options.hook }),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-faults-'));
  const front = options.upgrade === undefined ? undefined : await openFront(playground, options.upgrade);
  const kubeconfig = path.join(folder, 'kubeconfig');
  const text = playground.kubeconfig('admin');
  await writeFile(kubeconfig, front === undefined ? text : text.replace(playground.url, front.url));
  onTestFinished(async () => {
    front?.close();
    await playground.close();
    await rm(folder, { recursive: true });
  });
  const startFrozen: FaultyCluster['startFrozen'] = (argv, more = {}) =>
    startCommand(argv, { clock: 'virtual', kubeconfig, ...more });
  return {
    playground,
    container,
    attaches: () => front?.upgrades() ?? 0,
    startFrozen,
    start: (argv, more) => {
      const command = startFrozen(argv, more);
      onTestFinished(letTimePass(command));
      return command;
    },
  };
}

interface Front {
  readonly url: string;
  readonly upgrades: () => number;
  readonly close: () => void;
}

/** A server that passes requests on to the playground and answers upgrades with faults. */
async function openFront(
  playground: Playground,
  upgrade: NonNullable<FaultyOptions['upgrade']>,
): Promise<Front> {
  let upgrades = 0;
  const server = createServer((request, response) => {
    const { method, url = '/' } = request;
    // No client gives its token away without TLS.
    const headers = { ...request.headers, authorization: `Bearer ${playground.tokens.admin}` };
    const passed = requestHttps(`${playground.url}${url}`, {
      method,
      headers,
      ca: playground.certificateAuthority,
    });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades += 1;
    answerUpgrade({ request, socket, head }, upgrade(upgrades, request.headers['sec-websocket-protocol']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    upgrades: () => upgrades,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function answerUpgrade({ request, socket, head }: Upgrade, fault: UpgradeFault): void {
  socket.on('error', () => undefined);
  if (fault.kind === 'answer') {
    socket.end(fault.text);
    return;
  }
  const { protocol = 'v5.channel.k8s.io', answersPings = true, serve } = fault;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: answersPings,
    handleProtocols: () => protocol,
  });
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => undefined);
    serve(webSocket);
  });
}

/** One message of the protocol. */
export function frame(channel: number, payload: string | Buffer | object = ''): Buffer {
  const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload);
  return Buffer.concat([Buffer.of(channel), Buffer.from(isBytes ? payload : JSON.stringify(payload))]);
}
