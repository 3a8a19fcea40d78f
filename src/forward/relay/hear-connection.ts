import type { Connector } from './connector/connectors.ts';
import type { ExecLoss } from './exec-stream.ts';
import { judgeLine, judgeWords, type Failure } from './connector/judge-words.ts';
import type { LinkListeners } from './link.ts';

/** What becomes of one connection. */
export interface ConnectionEvents {
  readonly onConnected: () => void;
  readonly onData: (bytes: Buffer) => void;
  /** The other side has sent its last byte. */
  readonly onOutputEnd: () => void;
  readonly onFailed: (failure: Failure) => void;
  readonly onCut: (loss: ExecLoss) => void;
  /** Both directions have ended as they should. */
  readonly onOver: () => void;
}

/** What is known of a connector, and how long it may take to connect. */
export interface Hearing {
  readonly connector: Pick<Connector, 'connected' | 'atEnd'>;
  readonly connectMs: number;
  /**
   * Whether the connector has begun to connect, or is connected, as opposed to waiting for DNS; undefined if nobody can tell.
   * Absent for an address, which needs no DNS.
   */
  readonly hasBegun?: () => Promise<boolean | undefined>;
  /** Rejects with the reason of `signal`. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * How soon after its start a connector that never says that it is connected would say that it is not, in milliseconds: most
 * hosts answer within one.
 */
const SILENT_CONNECT_MS = 50;
/** How long DNS may take, in milliseconds: a resolver tries a second server after 5 s. */
const NAME_MS = 8000;
/** How many lines of the connector are kept. */
const MOST_LINES = 50;
const TOO_LATE: Failure = { reason: 'timeout', why: 'no answer in time' };
const NO_DNS: Failure = {
  reason: 'unknown-host',
  why: `the name is not resolved yet: DNS has not answered the pod for ${NAME_MS / 1000} s`,
};
const RESET: Failure = { reason: 'reset', why: 'connection reset' };

/** Judges what comes over a link: the data, what the connector says, and its end. */
export function hearConnection(
  hearing: Hearing,
  events: ConnectionEvents,
  signal: AbortSignal,
): LinkListeners {
  const { connector, sleep } = hearing;
  const isSilent = connector.connected === undefined;
  const words: string[] = [];
  let [isConnected, isOutputOver, isSettled] = [false, false, false];
  const nowConnected = (): void => {
    if (isConnected) return;
    isConnected = true;
    events.onConnected();
    // The sign that it is connected may come after the end, over the other stream.
    if (isOutputOver) events.onOutputEnd();
  };
  const later = after(sleep, signal);
  startLimits(hearing, later, (failure) => {
    const mayWait = isConnected && !(isSilent && failure === NO_DNS);
    if (!isSettled && !mayWait) events.onFailed(failure);
  });
  return {
    onRun: isSilent ? () => later(SILENT_CONNECT_MS, nowConnected) : () => undefined,
    onData: (bytes) => {
      isSettled = true;
      nowConnected();
      events.onData(bytes);
    },
    onWords: (line) => {
      if (words.length < MOST_LINES) words.push(line);
      if (connector.connected?.test(line) === true) nowConnected();
      // Some connectors would go on until our input ends.
      else if (isConnected && judgeLine(line)?.reason === 'reset') events.onFailed(RESET);
    },
    onOutputEnd: () => {
      // The others end at the same time, and their exit code tells how.
      if (connector.atEnd !== 'closes') return;
      isOutputOver = true;
      if (isConnected) events.onOutputEnd();
    },
    onEnd: (exitCode) => {
      isSettled = true;
      const hasFailed = isSilent ? exitCode !== 0 : !isConnected;
      if (hasFailed) events.onFailed(judgeWords(words, exitCode));
      else {
        nowConnected();
        if (!isOutputOver) events.onOutputEnd();
        events.onOver();
      }
    },
    onCut: events.onCut,
  };
}

/** Calls `fail` when connecting takes too long. Who calls knows whether it is connected by then. */
function startLimits(
  { connectMs, hasBegun }: Hearing,
  later: ReturnType<typeof after>,
  fail: (failure: Failure) => void,
): void {
  later(connectMs, () => fail(TOO_LATE));
  if (hasBegun === undefined) return;
  later(NAME_MS, async () => {
    if ((await hasBegun()) === false) fail(NO_DNS);
  });
}

/** Does something later, unless the connection is over by then. */
function after(
  sleep: Hearing['sleep'],
  signal: AbortSignal,
): (milliseconds: number, act: () => void | Promise<void>) => void {
  return (milliseconds, act) => void sleep(milliseconds, signal).then(act, () => undefined);
}
