import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { aborted } from '../terminal/aborted.ts';
import { makePatientWriter } from './patient-writer.ts';

/** Where the remote output goes. */
export interface Output {
  /**
   * Never makes the source wait: a runtime whose reader is slow drops the last output of a process. Output that the local
   * reader has not taken waits in memory, and beyond 8 MiB in an unnamed temporary file.
   */
  readonly write: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /**
   * Resolves when the reader has taken everything, or is gone. Throws `output-incomplete` if there was no room for the output
   * to wait in, and the signal's reason when it is aborted.
   */
  readonly flush: (signal: AbortSignal) => Promise<void>;
}

/** Opens the output of a session to our stdout and stderr. A reader that goes away ends the command, in main.ts. */
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
