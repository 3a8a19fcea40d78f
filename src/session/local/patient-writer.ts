import type { Writable } from 'node:stream';
import { openSpillFile, type SpillFile } from './spill-file.ts';

/** A local stream that can be written to at any speed. */
export interface PatientWriter {
  readonly write: (bytes: Buffer) => void;
  /** Resolves when the reader has taken everything, or is gone; rejects if there was no room for output to wait in. */
  readonly taken: () => Promise<void>;
}

/** More than this waits on disk. */
const MAX_BYTES_IN_MEMORY = 8 * 1024 * 1024;
const REFILL_BYTES = 1024 * 1024;

/** Returns the writer of a stream. A stream must not have two. */
export function makePatientWriter(stream: Writable): PatientWriter {
  let spill: SpillFile | undefined;
  let failure: Error | undefined;
  const forget = (): void => giveUp();
  const giveUp = (error?: Error): void => {
    failure ??= error;
    spill?.close();
    spill = undefined;
    stream.off('drain', refill).off('close', forget);
  };
  const refill = (): void => {
    while (spill !== undefined && stream.writableLength < REFILL_BYTES) {
      const bytes = spill.take(REFILL_BYTES);
      if (bytes.length === 0) giveUp();
      else stream.write(bytes);
    }
  };
  const startSpilling = (): SpillFile => {
    const opened = openSpillFile();
    stream.on('drain', refill).on('close', forget);
    return opened;
  };
  const keep = (bytes: Buffer): void => {
    try {
      spill ??= startSpilling();
      spill.append(bytes);
    } catch (error) {
      // Later output must not follow as if nothing were missing.
      giveUp(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    write: (bytes) => {
      if (stream.destroyed || failure !== undefined) return;
      if (spill === undefined && stream.writableLength < MAX_BYTES_IN_MEMORY) stream.write(bytes);
      else keep(bytes);
    },
    taken: async () => {
      while (!stream.destroyed && (spill !== undefined || stream.writableLength > 0)) await written(stream);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Resolves once the reader has taken everything that the stream holds now, or is gone. */
function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
