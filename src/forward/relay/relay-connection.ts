import { Duplex } from 'node:stream';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import { printable } from '../../output/printable.ts';
import { ConnectError, type ConnectReason } from '../connect-error.ts';
import type { ExecLoss } from './exec-stream.ts';
import { hearConnection, type Hearing } from './hear-connection.ts';
import type { Link } from './link.ts';

/** One connection to open. */
export interface Wanted extends Hearing {
  /** Makes the line for the script; what it throws is the end of the connection. */
  readonly line: () => string;
  /** What it is called in messages. */
  readonly name: string;
  /** The next command after a failure. */
  readonly hintOf: (reason: ConnectReason) => string | undefined;
  /** Opens the link, which may have to wait for others to end. */
  readonly open: (signal: AbortSignal) => Promise<Link | ExecLoss>;
  /** For a connector that does not tell that the other side has ended. */
  readonly watchEnd?: (link: Link, signal: AbortSignal) => EndWatch;
}

/** Finds out that the other side has ended. */
export interface EndWatch {
  /** Data has come, so the end may be near. */
  readonly heardData: () => void;
}

/** How long the answer may be silent where the end of the input cannot be passed on (v4), in milliseconds. */
const HALF_OPEN_MS = 30_000;

/** How long input that is on its way may take to its receiver when the local side has gone, in milliseconds. */
const LINGER_MS = 10_000;

/** What is known of one connection so far. */
interface State {
  isConnecting: boolean;
  /** Whether nothing more can be sent. */
  isOver: boolean;
  link: Link | undefined;
  whenLinked: ((link: Link) => void) | undefined;
  /** Takes the next piece of input. */
  unblock: (() => void) | undefined;
}

/**
 * A connection through a link. It has the event `connect` and the field `connecting` of a socket. Destroyed with a
 * `ConnectError` if the other side refuses or resets it, and with `connection-lost` if it is cut.
 */
export function relayConnection(wanted: Wanted): Duplex {
  const over = new AbortController();
  const state: State = {
    isConnecting: true,
    isOver: false,
    link: undefined,
    whenLinked: undefined,
    unblock: undefined,
  };
  const connection = new Duplex({
    allowHalfOpen: true,
    read: () => state.link?.resume(),
    write: (chunk: Buffer, _, done) => {
      send(connection, { wanted, state, chunk }, done);
    },
    final: (done) => {
      withLink(state, (link) => {
        if (link.canEndInput) link.endInput();
        else limitSilence(connection, wanted, over.signal);
      });
      done();
    },
    destroy: (error, done) => {
      over.abort();
      const isSent = error === null && connection.writableFinished && !state.isOver;
      if (isSent) state.link?.finish(LINGER_MS);
      else state.link?.end();
      done(error);
    },
  });
  Object.defineProperty(connection, 'connecting', { get: () => state.isConnecting });
  start(connection, { wanted, state }, over.signal).catch((error: unknown) =>
    connection.destroy(toError(error)),
  );
  return connection;
}

interface Known {
  readonly wanted: Wanted;
  readonly state: State;
}

function withLink(state: State, act: (link: Link) => void): void {
  if (state.link === undefined) state.whenLinked = act;
  else act(state.link);
}

function send(
  connection: Duplex,
  { wanted, state, chunk }: Known & { readonly chunk: Buffer },
  done: (error?: Error) => void,
): void {
  // TCP takes what comes too late, until the local side can know that.
  if (state.isOver && connection.readableEnded)
    done(new ConnectError('reset', `${wanted.name}: it was sent more after it had closed the connection`));
  else if (state.isOver) done();
  else {
    state.unblock = () => {
      state.unblock = undefined;
      done();
    };
    withLink(state, (link) => link.send(chunk, () => state.unblock?.()));
  }
}

async function start(connection: Duplex, { wanted, state }: Known, signal: AbortSignal): Promise<void> {
  const line = wanted.line();
  const link = await wanted.open(signal);
  if ('isUnstarted' in link) throw cutError(wanted, link);
  if (signal.aborted) {
    link.end();
    return;
  }
  state.link = link;
  let endWatch: EndWatch | undefined;
  const listeners = hearConnection(
    wanted,
    {
      onConnected: () => {
        state.isConnecting = false;
        connection.emit('connect');
        endWatch = wanted.watchEnd?.(link, signal);
      },
      onData: (bytes) => {
        endWatch?.heardData();
        if (!connection.push(bytes)) link.pause();
      },
      onOutputEnd: () => connection.push(null),
      onFailed: ({ reason, why }) =>
        connection.destroy(new ConnectError(reason, `${wanted.name}: ${why}`, wanted.hintOf(reason))),
      onCut: (loss) => connection.destroy(cutError(wanted, loss)),
      onOver: () => {
        state.isOver = true;
        link.end();
        state.unblock?.();
      },
    },
    signal,
  );
  link.connect(line, listeners);
  state.whenLinked?.(link);
}

function cutError({ name }: Wanted, { why }: ExecLoss): CliError {
  return new CliError('connection-lost', `${name}: the connection was cut: ${printable(why)}`);
}

/** Breaks a connection off whose end we could not pass on, once nothing has come for a while. */
function limitSilence(connection: Duplex, { name, sleep }: Wanted, signal: AbortSignal): void {
  let heard = 0;
  connection.on('data', () => (heard += 1));
  const wait = async (): Promise<void> => {
    for (let before = -1; before !== heard;) {
      before = heard;
      await sleep(HALF_OPEN_MS, signal);
    }
    const why = 'this server cannot pass on that the local side has ended its input';
    connection.destroy(new CliError('stdin-unsupported', `${name}: ${why}`));
  };
  wait().catch(() => undefined); // the connection is over
}
