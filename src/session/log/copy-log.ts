import type { ResponseStream } from '../../cluster/cluster.ts';
import type { LogCursor } from './log-cursor.ts';
import { certainBytes, nodeFailureOf } from './node-failure.ts';
import type { Output } from '../local/output.ts';
import { asOnTerminal } from './line-ends.ts';

/** Where a log goes. */
export interface LogCopy {
  readonly cursor: LogCursor;
  readonly output: Output;
  /** Whether to give the lines the CR that a terminal shows and a log has not. */
  readonly tty: boolean;
}

/** How a log ended that was copied. */
export type Copied =
  /** The server sent all it had. */
  | { readonly kind: 'complete' }
  /** It ended before what is known of it. */
  | { readonly kind: 'cut' }
  /** The node has written an error of its own in place of the rest. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The node has rotated away what was printed before. */
  | { readonly kind: 'rotated' };

/**
 * Copies what a reading of the log brings beyond what earlier ones did. Throws when the connection breaks. A line that is
 * not finished waits until it is, or until the reading is over, as it may be the kubelet's own.
 */
export async function copyLog(
  { cursor, output, tty }: LogCopy,
  log: ResponseStream['body'],
  { follow }: { readonly follow: boolean },
): Promise<Copied> {
  const reading = cursor.startReading();
  const show = (bytes: Buffer): boolean => {
    if (bytes.length === 0) return true;
    const chunk = reading.accept(bytes);
    if (chunk.kind === 'new') output.write('stdout', tty ? asOnTerminal(chunk.bytes) : chunk.bytes);
    return chunk.kind !== 'differs';
  };
  let unfinished: Buffer = Buffer.alloc(0);
  for await (const data of log) {
    const bytes = unfinished.length === 0 ? data : Buffer.concat([unfinished, data]);
    const end = certainBytes(bytes);
    if (!show(bytes.subarray(0, end))) return { kind: 'rotated' };
    unfinished = bytes.subarray(end);
  }
  const reason = nodeFailureOf(unfinished);
  if (reason !== undefined) return { kind: 'failed', reason };
  if (!show(unfinished)) return { kind: 'rotated' };
  if (reading.reachedPosition()) return { kind: 'complete' };
  // A kubelet that is killed ends a follow in good order, in the middle of what it had to say.
  return { kind: follow ? 'cut' : 'rotated' };
}
