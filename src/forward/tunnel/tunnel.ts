import type { Io } from '../../io.ts';
import {
  keepAlive,
  startAliveClock,
  type AliveClock,
  type KeptStream,
} from '../../session/streams/keep-alive.ts';
import { SpdyClient } from '../spdy/spdy-client.ts';
import type { ByteLink, LinkListener } from './byte-link.ts';
import { openPair, type PairListener, type StreamPair } from './stream-pair.ts';

/** A connection that a tunnel carries. */
export interface TunnelUser extends PairListener {
  readonly port: number;
  /** Whether the user sends nothing more, and has got an answer to what it sent. */
  readonly isLingering: () => boolean;
  /** The tunnel is over. */
  readonly onLost: (reason: string) => void;
}

/** Makes the link of a tunnel, which begins to talk to the listener later. */
export type StartLink = (listener: LinkListener) => ByteLink;

/** spdystream hands frames to so many workers in turn: a ping for each tells that none is stuck. */
const WORKERS = 5;
/** How long the runtime may take to read what was left, in milliseconds. */
const CLEARING_MS = 5000;

/** A tunnel to the container runtime of a pod: SPDY over a link, which is kept alive. */
export class Tunnel {
  /** Resolves when the tunnel is over. */
  readonly ended: Promise<void>;
  private readonly io: Io;
  private readonly link: ByteLink;
  private readonly client: SpdyClient;
  private readonly clock: AliveClock;
  private readonly users = new Set<TunnelUser>();
  /** The users who cannot take more now. */
  private readonly stopped = new Set<TunnelUser>();
  private readonly pongs = new Map<number, () => void>();
  private readonly ending = new AbortController();
  private requests = 0;
  private takesNew = true;
  private broken: string | undefined;

  constructor(io: Io, startLink: StartLink) {
    this.io = io;
    this.clock = startAliveClock(io);
    this.ended = new Promise((resolve) => this.ending.signal.addEventListener('abort', () => resolve()));
    this.client = new SpdyClient({
      write: (bytes, onSent) => this.link.write(bytes, onSent),
      onGoAway: () => (this.takesNew = false),
      onPong: (id) => this.pongs.get(id)?.(),
      onBroken: (why) => this.breakOff(`the server sent ${why}`),
    });
    this.link = startLink({
      onBytes: (bytes) => {
        this.clock.heardAnything();
        this.client.read(bytes);
      },
      onAlive: () => this.clock.heardAnything(),
      onEnd: (reason) => this.end(reason),
    });
    void keepAlive(io, { stream: this.keptStream(), clock: this.clock }, this.ending.signal);
  }

  /** Opens a connection to a port. */
  open(user: TunnelUser): StreamPair {
    this.users.add(user);
    this.requests += 1;
    const write = (bytes: Buffer): void => this.link.write(bytes);
    return openPair(this.client, { id: this.requests, port: user.port }, { listener: user, write });
  }

  /** Stops reading for all users, until each that stopped it goes on. */
  pause(user: TunnelUser): void {
    this.stopped.add(user);
    this.link.pause();
  }

  resume(user: TunnelUser): void {
    if (this.stopped.delete(user) && this.stopped.size === 0) this.link.resume();
  }

  /** The user is done; its pair has ended or was reset. Returns whether it could take all that came. */
  leave(user: TunnelUser): boolean {
    const wasStopped = this.stopped.has(user);
    this.users.delete(user);
    this.resume(user);
    return !wasStopped;
  }

  userCount(): number {
    return this.users.size;
  }

  /** Whether a new connection disturbs nobody here. */
  isFree(): boolean {
    return this.isOpen() && this.stopped.size === 0 && [...this.users].every((user) => user.isLingering());
  }

  /** Whether it takes new connections. */
  isOpen(): boolean {
    return this.takesNew && !this.ending.signal.aborted && this.client.hasIdsFor(2);
  }

  close(): void {
    this.takesNew = false;
    this.link.close();
  }

  /**
   * Resolves with whether the runtime reads everything on, so that the tunnel can be used again: data that came too late for
   * its stream can block it for good.
   */
  async isClear(): Promise<boolean> {
    const stop = new AbortController();
    const tooLate = this.io.sleep(CLEARING_MS, AbortSignal.any([this.ending.signal, stop.signal]));
    try {
      await Promise.race([Promise.all(Array.from({ length: WORKERS }, () => this.ask())), tooLate]);
      return this.pongs.size === 0;
    } catch {
      // The tunnel has ended meanwhile.
      return false;
    } finally {
      stop.abort();
    }
  }

  private ask(): Promise<void> {
    const id = this.client.ping();
    return new Promise((resolve) => {
      this.pongs.set(id, () => {
        this.pongs.delete(id);
        resolve();
      });
    });
  }

  private end(reason: string): void {
    this.ending.abort();
    for (const user of [...this.users]) user.onLost(this.broken ?? reason);
  }

  private breakOff(reason: string): void {
    this.broken ??= reason;
    this.close();
  }

  /** A link that we do not read brings no sign of life. */
  private keptStream(): KeptStream {
    return {
      ping: () => {
        if (this.stopped.size > 0) this.clock.heardAnything();
        this.link.ping();
        this.client.ping();
      },
      sendIdle: () => undefined,
      unsentBytes: () => this.link.unsentBytes(),
      breakOff: (reason) => this.breakOff(reason),
    };
  }
}
