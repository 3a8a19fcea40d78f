import type { Io } from '../io.ts';
import { cutLines, makeHeardLines, type Channel, type HeardLines } from './heard-lines.ts';
import type { Output } from './output.ts';

/** The output of a log, each line of which waits a moment until it is heard of which stream it is. */
export interface SortedOutput {
  /** Takes what the log brings. Each byte of it is shown once, in this order, on one of the two streams. */
  readonly output: Output;
  /** Takes what an attach brings, which is never shown itself. */
  readonly heard: (channel: Channel, bytes: Buffer) => void;
  /** An attach listens from now on, so that a line may be heard later than it is read. */
  readonly opened: () => void;
  /** Nothing will be heard any more. */
  readonly closed: () => void;
  /** Resolves when all that the log has brought is shown; throws the signal's reason when it is aborted. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
  /** Shows at once what still waits. */
  readonly showRest: () => void;
}

interface WaitingLine {
  readonly text: string;
  readonly dueMs: number;
}

/** By then an attach has brought what the log has, on a busy node too. In milliseconds. */
const HEAR_WITHIN_MS = 1000;

/**
 * Makes an output that puts the lines of a log on stdout and stderr, as an attach that listens heard them: the log has
 * every line but does not tell of which stream it is, an attach tells that and misses some. What was not heard goes to
 * stdout.
 */
export function sortByStream(
  io: Pick<Io, 'now' | 'sleep'>,
  target: Output,
  signal: AbortSignal,
): SortedOutput {
  const heard = makeHeardLines();
  let rest = '';
  let isListening = false;
  const choose = (line: WaitingLine, nowMs: number): Channel | undefined =>
    isListening && line.dueMs > nowMs ? heard.takeNext(line.text) : (heard.takeAny(line.text) ?? 'stdout');
  const waiting = makeWaitingLines(io, { target, choose }, signal);
  const showRest = (): void => {
    waiting.showUntil(Infinity);
    for (const [channel, text] of endOfLog(rest, heard)) target.write(channel, Buffer.from(text, 'latin1'));
    rest = '';
  };
  const write = (_channel: Channel, bytes: Buffer): void => {
    const cut = cutLines(rest + bytes.toString('latin1'));
    rest = cut.rest;
    waiting.add(cut.lines);
  };
  return {
    output: { write, flush: target.flush },
    heard: (channel, bytes) => {
      heard.accept(channel, bytes);
      waiting.look();
    },
    opened: () => {
      heard.startAnew();
      isListening = true;
    },
    closed: () => {
      isListening = false;
      waiting.look();
    },
    showRest,
    settled: async (scope) => {
      await waiting.over();
      if (rest !== '' && isListening) await io.sleep(HEAR_WITHIN_MS, scope);
      scope.throwIfAborted();
      showRest();
    },
  };
}

interface WaitingLines {
  readonly add: (lines: readonly string[]) => void;
  /** Shows what can be shown now: somebody knows more. */
  readonly look: () => void;
  readonly showUntil: (nowMs: number) => void;
  /** Resolves when nothing waits any more. */
  readonly over: () => Promise<void>;
}

/** Makes the queue of lines that wait for `choose` to know their stream, which it does at the latest when they are due. */
function makeWaitingLines(
  io: Pick<Io, 'now' | 'sleep'>,
  way: {
    readonly target: Output;
    readonly choose: (line: WaitingLine, nowMs: number) => Channel | undefined;
  },
  signal: AbortSignal,
): WaitingLines {
  const lines: WaitingLine[] = [];
  let waking: Promise<void> | undefined;
  const showUntil = (nowMs: number): void => {
    lines.splice(
      0,
      showWaiting(lines, (line) => way.choose(line, nowMs), way.target),
    );
  };
  const wake = async (): Promise<void> => {
    for (let first = lines[0]; first !== undefined; first = lines[0]) {
      await io.sleep(Math.max(0, first.dueMs - io.now().getTime()), signal);
      // On a busy machine time may be up before a socket was looked at.
      await io.sleep(0, signal);
      showUntil(io.now().getTime());
    }
    waking = undefined;
  };
  const look = (): void => {
    showUntil(io.now().getTime());
    if (lines.length === 0) return;
    waking ??= wake().catch(() => undefined); // aborted: who aborts shows the rest
  };
  return {
    add: (texts) => {
      const dueMs = io.now().getTime() + HEAR_WITHIN_MS;
      for (const text of texts) lines.push({ text, dueMs });
      look();
    },
    look,
    showUntil,
    over: async () => waking,
  };
}

/** Shows lines up to the first one that has no channel yet; returns how many, and writes neighbours together. */
function showWaiting(
  waiting: readonly WaitingLine[],
  choose: (line: WaitingLine) => Channel | undefined,
  target: Output,
): number {
  let count = 0;
  let texts: string[] = [];
  let current: Channel = 'stdout';
  const write = (): void => {
    if (texts.length > 0) target.write(current, Buffer.from(texts.join(''), 'latin1'));
    texts = [];
  };
  for (const line of waiting) {
    const channel = choose(line);
    if (channel === undefined) break;
    if (channel !== current) write();
    current = channel;
    texts.push(line.text);
    count += 1;
  }
  write();
  return count;
}

/** Whose the unfinished line is with which a log ends, or the two of them. */
function endOfLog(text: string, heard: HeardLines): readonly (readonly [Channel, string])[] {
  const { stdout, stderr } = heard.unfinished();
  if (text === '') return [];
  if (text === stdout + stderr || text === stderr + stdout)
    return (
      [
        ['stdout', stdout],
        ['stderr', stderr],
      ] as const
    ).filter(([, part]) => part !== '');
  return [['stdout', text]];
}
