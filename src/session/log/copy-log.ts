import type { ResponseStream } from '../../cluster/cluster.ts';
import type { LogCursor } from './log-cursor.ts';
import { certainBytes, nodeFailureOf } from './node-failure.ts';
import type { Output } from '../local/output.ts';
import { asOnTerminal } from './line-ends.ts';

/** Where a log goes. */
export interface LogCopy {
  readonly cursor: LogCursor;
  readonly output: Output;
  /** Whether to put the CR before each LF that a terminal shows and a log lacks. */
  readonly tty: boolean;
}

/** How a copy of the log ended. */
export type Copied =
  /** The server sent all it had. */
  | { readonly kind: 'complete' }
  /** It ended before the place that an earlier reading had reached. */
  | { readonly kind: 'cut' }
  /** The node wrote an error of its own in place of the rest. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The node has rotated away what was printed before. */
  | { readonly kind: 'rotated' };

/**
 * Copies what this reading of the log brings beyond earlier ones. Holds an unfinished line back until it is finished or the
 * reading is over, as it may be an error of the kubelet. Throws when the connection breaks.
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
  // A kubelet that is killed ends a follow cleanly, in the middle of the log.
  return { kind: follow ? 'cut' : 'rotated' };
}
