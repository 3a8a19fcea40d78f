import type { WebSocket } from 'ws';
import type { Cut } from '../api/request/cut.ts';
import type { JsonObject } from '../json.ts';
import type { ProcessStreams, StreamOptions } from '../kubelet.ts';
import { CHANNEL, type ClientMessage, decodeClientMessage, encodeServerMessages } from './stream-frames.ts';
import type { StreamPlan } from './stream-plan.ts';

/** The server's side of one open WebSocket. */
interface StreamSocket {
  readonly webSocket: WebSocket;
  /** Sends one message unless the connection is cut. */
  readonly send: (message: Buffer) => void;
}

/** Sends messages until the hook's cut; `cutCleanly` closes the connection instead of breaking it. */
export function createStreamSocket(webSocket: WebSocket, cut: Cut, cutCleanly: boolean): StreamSocket {
  let isOver = false;
  const breakOff = (): void => {
    isOver = true;
    if (cutCleanly) webSocket.close(1000);
    else webSocket.terminate();
  };
  // A client that breaks the protocol or vanishes; the close event that follows is handled.
  webSocket.on('error', () => undefined);
  if (cut.isOverAtOnce) breakOff();
  return {
    webSocket,
    send: (message) => {
      if (isOver) return;
      const passed = cut.pass(message);
      isOver = passed.isOver;
      webSocket.send(passed.part, () => {
        if (passed.isOver) breakOff();
      });
    },
  };
}

/** The empty message that tells the client that the stream is open, before the server asks the node. */
export function greet(webSocket: WebSocket, { stdout, stderr }: StreamPlan['options']): void {
  const other = stderr ? CHANNEL.stderr : CHANNEL.status;
  webSocket.send(Buffer.of(stdout ? CHANNEL.stdout : other));
}

/**
 * Connects a client with a process until the process ends or the client disconnects. Sends the end as a Status on
 * channel 3, then closes with 1000.
 */
export function connectStreams(socket: StreamSocket, streams: ProcessStreams, plan: StreamPlan): void {
  const { options } = plan;
  const sendOn = (channel: number) => (data: Buffer) =>
    encodeServerMessages(channel, data).forEach(socket.send);
  if (options.stdout) streams.onStdout(sendOn(CHANNEL.stdout));
  if (options.stderr) streams.onStderr(sendOn(CHANNEL.stderr));
  readClient(socket.webSocket, streams, plan);
  socket.webSocket.on('close', streams.detach);
  void streams.ended.then((end) => endStream(socket, plan.describeEnd(end)));
}

/** Sends the Status and closes the connection. */
export function endStream({ webSocket, send }: StreamSocket, status: JsonObject): void {
  encodeServerMessages(CHANNEL.status, Buffer.from(JSON.stringify(status))).forEach(send);
  webSocket.close(1000);
}

function readClient(webSocket: WebSocket, streams: ProcessStreams, { options, protocol }: StreamPlan): void {
  let isDeaf = false;
  webSocket.on('message', (message: Buffer) => {
    const decoded = decodeClientMessage(message, protocol);
    if (decoded.kind === 'broken-close') {
      streams.detach();
      webSocket.close(1000);
      return;
    }
    isDeaf ||= decoded.kind === 'broken-resize';
    if (!isDeaf) passOn(decoded, streams, options);
  });
}

function passOn(message: ClientMessage, streams: ProcessStreams, options: StreamOptions): void {
  if (message.kind === 'resize' && options.tty) streams.resize(message.size);
  if (message.kind === 'stdin' && options.stdin) streams.writeStdin(message.data);
  if (message.kind === 'end-stdin' && options.stdin) streams.endStdin();
}
