import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CliError } from '../../errors/cli-error.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import { toError } from '../../errors/error-text.ts';

/** What a local program has sent before anything came back, in order; undefined if it is too much to send again. */
export type Unanswered = readonly Buffer[] | undefined;

/** How a connection ended. */
export type SpliceEnd =
  | { readonly kind: 'done' }
  /** The local program broke it off. */
  | { readonly kind: 'left' }
  /** The other side failed. `unanswered` is what may be sent again; undefined once something came back. */
  | { readonly kind: 'failed'; readonly error: Error; readonly unanswered: Unanswered };

/** Remembers what was sent until the first answer, as far as the bound allows. */
function remember(first: readonly Buffer[]): {
  readonly add: (chunk: Buffer) => void;
  readonly answered: () => void;
  readonly isAnswered: () => boolean;
  readonly sent: () => Unanswered;
} {
  let chunks: Buffer[] | undefined = [...first];
  let isAnswered = false;
  let size = first.reduce((sum, { length }) => sum + length, 0);
  return {
    add: (chunk) => {
      if (chunks === undefined) return;
      size += chunk.length;
      if (size > BOUNDS.unanswered.most) chunks = undefined;
      else chunks.push(chunk);
    },
    answered: () => {
      isAnswered = true;
      chunks = undefined;
    },
    isAnswered: () => isAnswered,
    sent: () => chunks,
  };
}

/** What a splice is told besides its two sides. */
export interface SpliceOptions {
  /** What an earlier try has read already; it is sent ahead. */
  readonly first: readonly Buffer[];
  /** Called when the local program ends its side after something came back. */
  readonly onSettled: () => void;
}

/**
 * Passes bytes between a local connection and a remote one, with the back-pressure and the half-closes of both, until both
 * have ended. A remote failure leaves the local connection open: the caller tries again, or resets it, as an answer cut short
 * must not look whole.
 */
export function splice(
  socket: Socket,
  remote: Duplex,
  { first, onSettled }: SpliceOptions,
): Promise<SpliceEnd> {
  const memory = remember(first);
  return new Promise((resolve) => {
    const onAnswer = (): void => memory.answered();
    const onEnd = (): void => {
      if (memory.isAnswered()) onSettled();
    };
    const end = (result: SpliceEnd): void => {
      socket.off('data', memory.add).off('end', onEnd).off('error', onLeft).off('close', onLeft);
      remote.off('data', onAnswer).off('error', onFailed).off('close', onRemoteClose);
      // A late error has nobody left to tell.
      remote.on('error', () => undefined);
      resolve(result);
    };
    const onLeft = (): void => {
      const isWhole = remote.readableEnded && socket.writableFinished;
      remote.destroy();
      end({ kind: isWhole ? 'done' : 'left' });
    };
    const onFailed = (error: unknown): void => {
      socket.unpipe(remote);
      remote.unpipe(socket);
      socket.pause();
      end({ kind: 'failed', error: toError(error), unanswered: memory.sent() });
    };
    const onRemoteClose = (): void => {
      if (!remote.readableEnded) {
        onFailed(new CliError('connection-lost', 'the connection ended before its output was complete'));
        return;
      }
      // Nobody reads what the local program may still send: TCP answers that with a reset once the socket is closed.
      socket.destroySoon();
    };
    socket.on('end', onEnd).on('error', onLeft).on('close', onLeft);
    remote.on('error', onFailed).on('close', onRemoteClose);
    for (const chunk of first) remote.write(chunk);
    if (socket.readableEnded) remote.end();
    else {
      socket.on('data', memory.add);
      socket.pipe(remote);
    }
    remote.once('data', onAnswer);
    remote.pipe(socket);
  });
}
