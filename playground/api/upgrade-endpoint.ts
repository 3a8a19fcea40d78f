import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket, type WebSocketServer } from 'ws';
import { type Admission, admit, type Gate, replyOf } from './request/admit.ts';
import type { Api } from './answer/answer.ts';
import { createCut } from './request/cut.ts';
import type { SingleReply } from './request/reply.ts';
import { internalError as playgroundError, noSuchResource, StatusError } from './request/status-error.ts';
import type { HookAnswer } from '../hook.ts';
import type { JsonObject } from '../json.ts';
import { PORT_FORWARD, planPorts, type PortsPlan } from '../ports/ports-plan.ts';
import { servePorts } from '../ports/serve-ports.ts';
import { offerToken } from './subprotocols.ts';
import { planStream, type StreamPlan, type StreamRefusal } from '../streams/stream-plan.ts';
import { connectStreams, createStreamSocket, endStream, greet } from '../streams/stream-session.ts';
import { internalError } from '../streams/stream-status.ts';

interface Surroundings {
  readonly gate: Gate;
  readonly api: Api;
  readonly webSockets: WebSocketServer;
}

/** A request for an upgrade, as Node passes it on. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Answers a request for an upgrade with an attach, an exec or a refusal. */
export async function handleUpgrade(surroundings: Surroundings, upgrade: Upgrade): Promise<void> {
  const { request, socket } = upgrade;
  // The client may disconnect before the answer.
  socket.on('error', () => undefined);
  const admission = await admit(surroundings.gate, request);
  const { fault, answered } = admission;
  if (fault.cutAfterBytes === 0) {
    socket.destroy();
    return;
  }
  const plan = decide(surroundings.api, admission, request);
  const reply = begin(surroundings, upgrade, { plan, fault });
  answered(reply?.status ?? 101);
  if (reply !== undefined) writeReply(socket, reply, fault);
}

function begin(
  surroundings: Surroundings,
  upgrade: Upgrade,
  { plan, fault }: { readonly plan: Plan; readonly fault: HookAnswer },
): SingleReply | undefined {
  switch (plan.kind) {
    case 'plan':
      return serve(surroundings, { ...upgrade, plan, fault });
    case 'ports':
      serveForward(surroundings, upgrade, { plan, fault });
      return undefined;
    case 'json':
    case 'text':
      return plan;
  }
}

type Plan = StreamPlan | PortsPlan | SingleReply;

function decide(api: Api, { verdict, query }: Admission, { headers }: IncomingMessage): Plan {
  if (verdict.kind === 'refused') return verdict.reply;
  try {
    const { info, user } = verdict;
    if (info.kind === 'path') throw noSuchResource();
    const call = { info, user, query, headers, readBody: () => Promise.resolve(undefined) };
    return info.subresource === 'portforward' ? planPorts(api, call) : planStream(api, call);
  } catch (error) {
    return replyOf(error instanceof StatusError ? error : playgroundError(error));
  }
}

interface Service extends Upgrade {
  readonly plan: StreamPlan;
  readonly fault: HookAnswer;
}

/**
 * The API server passes v4 on to the node, whose refusal comes before the upgrade. It translates v5 itself: it
 * upgrades first, then asks the node, and sends the node's refusal on channel 3.
 */
function serve({ webSockets }: Pick<Surroundings, 'webSockets'>, service: Service): SingleReply | undefined {
  const { plan, fault, request, socket, head } = service;
  const asked = plan.protocol === 'v4.channel.k8s.io' ? plan.open() : undefined;
  if (asked !== undefined && 'kind' in asked && asked.isInStream !== true) {
    return { kind: 'text', status: asked.code, body: asked.message };
  }
  webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
    greet(webSocket, plan.options);
    const stream = createStreamSocket(webSocket, createCut(fault), fault.cutCleanly === true);
    const opened = asked ?? plan.open();
    if ('kind' in opened) endStream(stream, statusOf(opened, plan));
    else connectStreams(stream, opened, plan);
  });
  return undefined;
}

/** Carries SPDY in the messages of a WebSocket, or in the connection itself. */
function serveForward(
  { webSockets }: Pick<Surroundings, 'webSockets'>,
  { request, socket, head }: Upgrade,
  { plan, fault }: { readonly plan: PortsPlan; readonly fault: HookAnswer },
): void {
  const serveOver = (connection: Duplex): void => {
    connection.on('error', () => undefined);
    void servePorts(connection, plan.dial, createCut(fault));
  };
  if (plan.over === 'websocket') {
    offerToken(request);
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) =>
      serveOver(createWebSocketStream(webSocket)),
    );
    return;
  }
  const lines = ['Connection: Upgrade', 'Upgrade: SPDY/3.1', `X-Stream-Protocol-Version: ${PORT_FORWARD}`];
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.unshift(head);
  serveOver(socket);
}

function statusOf(refusal: StreamRefusal, { protocol }: StreamPlan): JsonObject {
  const { message, status, isInStream = false } = refusal;
  if (status !== undefined) return status;
  if (!isInStream) return internalError(`unable to upgrade connection: ${message}`);
  const isWrapped = protocol === 'v5.channel.k8s.io';
  return internalError(isWrapped ? `Internal error occurred: ${message}` : message);
}

function writeReply(socket: Duplex, reply: SingleReply, { headers = {} }: HookAnswer): void {
  const body = reply.kind === 'json' ? `${JSON.stringify(reply.body)}\n` : reply.body;
  const type = reply.kind === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
  const lines = {
    ...(body === '' ? {} : { 'Content-Type': type }),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${head.join('')}\r\n${body}`);
}
