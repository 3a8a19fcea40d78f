import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { aborted } from '../terminal/aborted.ts';
import { makePatientWriter } from './patient-writer.ts';

/** Where the remote bytes go. */
export interface Output {
  /**
   * Never makes the source wait: a runtime whose reader is slow drops what a process printed last. What the local
   * reader has not taken waits in memory, and beyond 8 MiB in a temporary file without a name.
   */
  readonly write: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /**
   * Resolves when everything was taken, or the reader is gone. Throws `output-incomplete` when there was no room left
   * for it, and the signal's reason when it is aborted.
   */
  readonly flush: (signal: AbortSignal) => Promise<void>;
}

/** Makes the one way of a session to our stdout and stderr. That a reader goes away is heard elsewhere, as a signal is. */
export function openOutput(io: Pick<Io, 'stdout' | 'stderr'>): Output {
  const writers = { stdout: makePatientWriter(io.stdout), stderr: makePatientWriter(io.stderr) };
  return {
    write: (channel, bytes) => writers[channel].write(bytes),
    flush: async (signal) => {
      const taken = Promise.all([writers.stdout.taken(), writers.stderr.taken()]).catch(explain);
      await Promise.race([taken, thrownBy(signal)]);
    },
  };
}

function explain(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new CliError('output-incomplete', `output that waited to be read found no room: ${why}`, {
    hint: 'set TMPDIR to a folder with more room, or read the output faster',
    cause,
  });
}

async function thrownBy(signal: AbortSignal): Promise<never> {
  await aborted(signal);
  throw signal.reason;
}
