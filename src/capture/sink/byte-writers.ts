import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Io } from '../../io.ts';
import { openPrivateFile, orOutputFailed } from '../../output/files/private-file.ts';
import { aborted } from '../../session/terminal/aborted.ts';
import type { ByteWriter } from './packet-sink.ts';

/** How long a reader may take for what is left once the capture is to end, in milliseconds. */
const LAST_OUTPUT_MS = 2000;

/**
 * Writes to our stdout, no faster than its reader, also what comes while a capture ends. A reader that goes away aborts the
 * signal.
 */
export function stdoutWriter(
  { stdout, sleep }: Pick<Io, 'stdout' | 'sleep'>,
  signal: AbortSignal,
): ByteWriter {
  const drained = async (): Promise<void> => {
    const over = new AbortController();
    // An error comes when the reader has gone away, which aborts the signal.
    const event = (name: string): Promise<unknown> =>
      once(stdout, name, { signal: over.signal }).catch(() => undefined);
    const ended = aborted(AbortSignal.any([signal, over.signal])).then(() =>
      sleep(LAST_OUTPUT_MS, over.signal),
    );
    try {
      await Promise.race([event('drain'), event('close'), ended]);
    } finally {
      over.abort();
      ended.catch(() => undefined); // nobody waits for it any more
    }
  };
  return {
    write: async (bytes) => {
      if (stdout.writable && !stdout.write(bytes)) await drained();
    },
    close: () => Promise.resolve(),
  };
}

/** Which file to write. */
export interface FileWish {
  /** Absolute. */
  readonly file: string;
  readonly overwrites: boolean;
  readonly userId: number | undefined;
}

/**
 * Opens a file that only its owner may read. It gets its name with the first bytes, so that a capture that never begins leaves
 * none, and then holds at any time what was written. A device or a named pipe is written to as it is. Throws `output-failed`.
 */
export async function openFileWriter({ file, overwrites, userId }: FileWish): Promise<ByteWriter> {
  if (await isSpecial(file)) return openSpecial(file);
  const draft = await orOutputFailed(file, () => openPrivateFile(file, userId));
  let isNamed = false;
  return {
    write: (bytes) =>
      orOutputFailed(file, async () => {
        await draft.write(bytes);
        if (isNamed) return;
        await draft.commit({ keeps: !overwrites });
        isNamed = true;
      }),
    close: () => draft.close(),
  };
}

/** Whether there is something else than a file of this name, such as `/dev/null` or the pipe of a program that waits for it. */
export async function isSpecial(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && (stats.isFIFO() || stats.isCharacterDevice());
}

async function openSpecial(file: string): Promise<ByteWriter> {
  const stream = createWriteStream(file);
  await orOutputFailed(file, () => once(stream, 'open'));
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => undefined); // the next write reports it
  return {
    write: (bytes) => orOutputFailed(file, () => Promise.race([written(stream, bytes), failed])),
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(resolve))),
  };
}

/** Resolves when a stream has room for more. */
export async function written(stream: Writable, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await once(stream, 'drain');
}

/** Lets each write wait for the one before it: the packets of several pods come at the same time. */
export function inTurn(writer: ByteWriter): ByteWriter {
  let last = Promise.resolve();
  return {
    write: (bytes) => {
      const next = last.then(() => writer.write(bytes));
      last = next.catch(() => undefined); // whoever wrote it hears of it
      return next;
    },
    close: async () => {
      await last;
      await writer.close();
    },
  };
}

/** Writes to both, no faster than the slower one. */
export function bothWriters(one: ByteWriter, other: ByteWriter): ByteWriter {
  return {
    write: async (bytes) => {
      await Promise.all([one.write(bytes), other.write(bytes)]);
    },
    close: async () => {
      await Promise.all([one.close(), other.close()]);
    },
  };
}
