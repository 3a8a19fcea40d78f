import { setMaxListeners } from 'node:events';
import type { Io } from '../../io.ts';
import { backoffMs } from '../../cluster/time/backoff.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText, toError } from '../../errors/error-text.ts';
import type { PodConnection } from './pod-connection.ts';
import type { Tunnel } from './tunnel.ts';

/** With so many tunnels, connections begin to share them. */
const MOST_TUNNELS = 64;
const MOST_HANDSHAKES = 8;
/** So many connections may linger in one tunnel when another one joins them. */
const MOST_LINGERING = 64;
/** Of the idle tunnels, how many are kept for as long as the pool, and how long the others are kept. */
const KEPT_IDLE = 2;
const IDLE_MS = 10_000;
/** How long a connection waits for a tunnel. */
const WAIT_MS = 30_000;

/** Opens tunnels and says which failures are final. */
export interface TunnelSource {
  /** Names the other end, for errors. */
  readonly what: string;
  readonly open: (signal: AbortSignal) => Promise<Tunnel>;
  /** The error that ends the pool; undefined if it makes sense to try again. */
  readonly finalError: (error: unknown) => Error | undefined;
}

/**
 * Gives each connection a tunnel of its own, as in one tunnel a connection whose reader stalls stops the others: SPDY as the
 * runtimes speak it has no flow control. One tunnel is opened ahead.
 */
export class TunnelPool {
  /** Resolves with the error that ended the pool. */
  readonly lost: Promise<Error>;
  private readonly io: Pick<Io, 'now' | 'sleep' | 'random'>;
  private readonly source: TunnelSource;
  private readonly ending = new AbortController();
  private readonly waiting = new Set<PodConnection>();
  private readonly connections = new Set<PodConnection>();
  private readonly tunnels = new Set<Tunnel>();
  private readonly idle = new Set<Tunnel>();
  private handshakes = 0;
  private failures = 0;
  private lastFailure: unknown;
  private isPausing = false;
  private lose: (error: Error) => void = () => undefined;

  constructor(io: Pick<Io, 'now' | 'sleep' | 'random'>, source: TunnelSource) {
    this.io = io;
    this.source = source;
    this.lost = new Promise((resolve) => (this.lose = resolve));
    // Every handshake, idle tunnel and waiting connection listens.
    setMaxListeners(0, this.ending.signal);
  }

  /** Opens the first tunnel ahead. */
  start(): void {
    this.openMore();
  }

  /** Begins a connection as soon as there is a tunnel. */
  place(connection: PodConnection): void {
    if (this.ending.signal.aborted) {
      connection.destroy(toError(this.ending.signal.reason));
      return;
    }
    this.connections.add(connection);
    connection.once('close', () => {
      this.connections.delete(connection);
      this.waiting.delete(connection);
    });
    this.waiting.add(connection);
    this.serve();
    if (this.waiting.has(connection)) void this.limitWait(connection);
  }

  /** Ends everything. */
  close(reason: Error): void {
    if (this.ending.signal.aborted) return;
    this.ending.abort(reason);
    for (const connection of [...this.connections]) connection.destroy(reason);
    for (const tunnel of this.tunnels) tunnel.close();
  }

  /** Ends everything if it makes no sense to go on after this error; else does nothing. */
  giveUp(error: unknown): boolean {
    const final = this.ending.signal.aborted ? undefined : this.source.finalError(error);
    if (final === undefined) return false;
    this.lose(final);
    this.close(final);
    return true;
  }

  onLeft(tunnel: Tunnel, isFlooded: boolean): void {
    if (tunnel.userCount() > 0 || !this.tunnels.has(tunnel)) return;
    // The runtime would go on to send for a while.
    if (isFlooded || !tunnel.isOpen()) tunnel.close();
    else void this.reuse(tunnel);
  }

  private async reuse(tunnel: Tunnel): Promise<void> {
    if (!(await tunnel.isClear())) {
      tunnel.close();
      return;
    }
    if (tunnel.userCount() > 0) return;
    this.idle.add(tunnel);
    this.serve();
    await this.io.sleep(IDLE_MS, this.ending.signal).catch(() => undefined); // an abort closes it elsewhere
    if (this.idle.has(tunnel) && this.idle.size > KEPT_IDLE) {
      this.idle.delete(tunnel);
      tunnel.close();
    }
  }

  /** Hands tunnels to the connections that wait, the longest first. */
  private serve(): void {
    for (const connection of this.waiting) {
      const tunnel = this.takeIdle() ?? this.findFree() ?? this.leastLoaded();
      if (tunnel === undefined) break;
      this.waiting.delete(connection);
      connection.begin(tunnel);
    }
    this.openMore();
  }

  private takeIdle(): Tunnel | undefined {
    for (const tunnel of this.idle) {
      this.idle.delete(tunnel);
      if (tunnel.isOpen()) return tunnel;
    }
    return undefined;
  }

  /** A tunnel whose connections only linger until the end of their input is passed on. */
  private findFree(): Tunnel | undefined {
    for (const tunnel of this.tunnels)
      if (tunnel.isFree() && tunnel.userCount() < MOST_LINGERING) return tunnel;
    return undefined;
  }

  /** A tunnel for one connection more, if there are more connections than tunnels can be, or none can be opened now. */
  private leastLoaded(): Tunnel | undefined {
    const mustShare = this.lastFailure !== undefined || this.tunnels.size >= MOST_TUNNELS;
    const fairShare = Math.ceil(this.connections.size / MOST_TUNNELS);
    let best: Tunnel | undefined;
    let least = mustShare ? Infinity : fairShare;
    for (const tunnel of this.tunnels) {
      if (!tunnel.isOpen() || tunnel.userCount() >= least) continue;
      best = tunnel;
      least = tunnel.userCount();
    }
    return best;
  }

  /** Opens what the waiting connections need, and one ahead. */
  private openMore(): void {
    if (this.ending.signal.aborted || this.isPausing) return;
    const isReady = this.idle.size > 0 || this.findFree() !== undefined;
    const ahead = isReady || this.lastFailure !== undefined ? 0 : 1;
    const wanted = this.waiting.size + ahead - this.handshakes;
    const room = Math.min(MOST_HANDSHAKES, MOST_TUNNELS - this.tunnels.size) - this.handshakes;
    for (let count = Math.min(wanted, room); count > 0; count -= 1) void this.openOne();
  }

  private async openOne(): Promise<void> {
    this.handshakes += 1;
    try {
      const tunnel = await this.source.open(this.ending.signal);
      this.failures = 0;
      this.lastFailure = undefined;
      this.add(tunnel);
    } catch (error) {
      if (!this.ending.signal.aborted) this.fail(error);
    } finally {
      this.handshakes -= 1;
      this.serve();
    }
  }

  private add(tunnel: Tunnel): void {
    if (this.ending.signal.aborted) {
      tunnel.close();
      return;
    }
    this.tunnels.add(tunnel);
    this.idle.add(tunnel);
    void tunnel.ended.then(() => {
      this.tunnels.delete(tunnel);
      this.idle.delete(tunnel);
      this.serve();
    });
  }

  private fail(error: unknown): void {
    if (this.giveUp(error)) return;
    this.lastFailure = error;
    void this.pause();
  }

  private async pause(): Promise<void> {
    if (this.isPausing) return;
    this.isPausing = true;
    this.failures += 1;
    await this.io
      .sleep(backoffMs(this.failures - 1, this.io.random), this.ending.signal)
      .catch(() => undefined);
    this.isPausing = false;
    this.serve();
  }

  private async limitWait(connection: PodConnection): Promise<void> {
    const ending = new AbortController();
    const stop = (): void => ending.abort();
    connection.once('close', stop);
    await this.io.sleep(WAIT_MS, AbortSignal.any([ending.signal, this.ending.signal])).catch(() => undefined);
    connection.off('close', stop);
    if (!this.waiting.has(connection)) return;
    const why =
      this.lastFailure === undefined ? 'the API server did not answer' : errorText(this.lastFailure);
    const message = `there was no way to ${this.source.what} for ${WAIT_MS / 1000} s: ${why}`;
    connection.destroy(new CliError('unreachable', message, { cause: toError(this.lastFailure) }));
  }
}
