import { Duplex } from 'node:stream';
import type { Io } from '../../io.ts';
import { CliError } from '../../errors/cli-error.ts';
import { answerCut, connectionCut, describePort, explainRuntime, type PodPort } from './port-error.ts';
import { EndOfInput } from './end-of-input.ts';
import type { PairEnd, StreamPair } from './stream-pair.ts';
import type { Tunnel, TunnelUser } from './tunnel.ts';

/** What a connection tells the pool. */
export interface ConnectionOwner {
  /** The tunnel carries the connection no longer. `isFlooded` if more came than the connection took. */
  readonly onLeft: (tunnel: Tunnel, isFlooded: boolean) => void;
  /** The pod seems to be gone. */
  readonly onPodSuspect: () => void;
}

type Done = (error?: Error | null) => void;
const BUFFERED_BYTES = 256 * 1024;

/** A connection to a port of a pod. What is written before it has its tunnel waits. */
export class PodConnection extends Duplex implements TunnelUser {
  readonly port: number;
  private readonly place: PodPort;
  private readonly owner: ConnectionOwner;
  private readonly input: EndOfInput;
  private tunnel: Tunnel | undefined;
  private pair: StreamPair | undefined;
  private begun: (() => void) | undefined;
  private isOver = false;

  constructor(io: Pick<Io, 'now' | 'sleep'>, place: PodPort, owner: ConnectionOwner) {
    super({
      allowHalfOpen: true,
      readableHighWaterMark: BUFFERED_BYTES,
      writableHighWaterMark: BUFFERED_BYTES,
    });
    this.port = place.port;
    this.place = place;
    this.owner = owner;
    this.input = new EndOfInput(io, () => this.pair?.end());
  }

  /** Opens the connection in a tunnel. */
  begin(tunnel: Tunnel): void {
    this.tunnel = tunnel;
    this.pair = tunnel.open(this);
    this.begun?.();
    this.begun = undefined;
  }

  readonly onData = (bytes: Buffer): void => {
    this.input.received();
    if (!this.destroyed && !this.push(bytes)) this.tunnel?.pause(this);
  };

  readonly onEnd = (end: PairEnd): void => {
    this.isOver = true;
    const error = this.failureOf(end);
    if (error === undefined) {
      // The runtime keeps its side of the streams until it has heard our end, too.
      this.input.endNow();
      this.leave();
      this.push(null);
    } else this.destroy(error);
  };

  readonly onLost = (reason: string): void => {
    this.isOver = true;
    this.destroy(connectionCut(this.place, reason));
  };

  readonly isLingering = (): boolean => this.input.isLingering();

  override _read(): void {
    this.tunnel?.resume(this);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.send([chunk], done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this.send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: Done): void {
    this.whenBegun(() => {
      this.input.end();
      done();
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    this.input.stop();
    this.begun = undefined;
    this.leave();
    done(error);
  }

  private send(chunks: readonly Buffer[], done: Done): void {
    this.whenBegun(() => {
      if (this.isOver) {
        const what = `the program at ${describePort(this.place)} had closed the connection before all was sent`;
        done(new CliError('connection-lost', what));
        return;
      }
      this.input.sent();
      this.pair?.send(chunks, done);
    });
  }

  private whenBegun(action: () => void): void {
    if (this.pair === undefined) this.begun = action;
    else action();
  }

  private failureOf(end: PairEnd): Error | undefined {
    switch (end.kind) {
      case 'ended':
        return this.input.mayHaveCutAnswer() ? answerCut(this.place) : undefined;
      case 'reset':
        return connectionCut(this.place, 'the node ended it');
      case 'failed': {
        const { error, isOfPod } = explainRuntime(end.said, this.place);
        if (isOfPod) this.owner.onPodSuspect();
        return error;
      }
    }
  }

  /** Gives the tunnel back, once. */
  private leave(): void {
    const { tunnel, pair } = this;
    this.tunnel = undefined;
    if (tunnel === undefined) return;
    if (!this.isOver) pair?.reset();
    const tookAll = tunnel.leave(this);
    this.owner.onLeft(tunnel, !tookAll);
  }
}
