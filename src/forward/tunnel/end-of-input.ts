import type { Io } from '../../io.ts';

/** How long nothing may move before the end of the input is passed on, in milliseconds. */
const QUIET_MS = 5000;
/** Runtimes close a connection this long after one direction has ended: socat after 0.5 s, containerd and CRI-O after 1 s. */
const RUNTIME_GRACE_MS = 500;

/**
 * Passes the end of our input on late. Container runtimes do not half-close: when our direction ends, they give the program
 * in the pod a second for the rest of its answer, then close both directions, and the program never learns of the end before.
 * So passing it on gains nothing while an answer comes or may come.
 * See https://github.com/containerd/containerd/blob/main/internal/cri/server/sandbox_portforward_linux.go
 */
export class EndOfInput {
  private readonly io: Pick<Io, 'now' | 'sleep'>;
  private readonly passOn: () => void;
  private readonly stopping = new AbortController();
  private lastMoveMs = 0;
  private hasEnded = false;
  private passedAtMs: number | undefined;
  /** Whether nothing has come since the last bytes were sent, or something has come since the end was passed on. */
  private isAnswerOpen = false;

  constructor(io: Pick<Io, 'now' | 'sleep'>, passOn: () => void) {
    this.io = io;
    this.passOn = passOn;
  }

  sent(): void {
    this.lastMoveMs = this.nowMs();
    this.isAnswerOpen = true;
  }

  received(): void {
    this.lastMoveMs = this.nowMs();
    this.isAnswerOpen = this.passedAtMs !== undefined;
  }

  /** The input has ended: passes that on once nothing has moved for a while. */
  end(): void {
    this.hasEnded = true;
    this.lastMoveMs = this.nowMs();
    // The sleep rejects only when it is stopped.
    this.passOnWhenQuiet().catch(() => undefined);
  }

  /** Passes the end on at once, as the other side has ended. */
  endNow(): void {
    this.stop();
    if (this.passedAtMs === undefined) this.passOn();
    this.passedAtMs ??= this.nowMs();
  }

  /** Whether the input has ended after its last answer, so that most probably all is over. */
  isLingering(): boolean {
    return this.hasEnded && !this.isAnswerOpen;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Whether an end that comes now can be the runtime's, in the middle of an answer. */
  mayHaveCutAnswer(): boolean {
    const { passedAtMs } = this;
    return passedAtMs !== undefined && this.isAnswerOpen && this.nowMs() - passedAtMs >= RUNTIME_GRACE_MS;
  }

  private async passOnWhenQuiet(): Promise<void> {
    for (;;) {
      const restMs = this.lastMoveMs + QUIET_MS - this.nowMs();
      if (restMs <= 0) break;
      await this.io.sleep(restMs, this.stopping.signal);
    }
    if (this.stopping.signal.aborted) return;
    this.passedAtMs = this.nowMs();
    this.passOn();
  }

  private nowMs(): number {
    return this.io.now().getTime();
  }
}
