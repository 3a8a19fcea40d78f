import type { Output } from '../local/output.ts';
import type { CommandEnd, Records } from './records.ts';

/** The output of a command in an envelope. */
export interface RecordedOutput {
  /** Takes the output of the container, and passes on what the command has printed. */
  readonly output: Output;
  /** Resolves once the record of the start has come; never rejects. */
  readonly started: Promise<{ readonly isFirst: boolean }>;
  /** Resolves once the records prove that all of it has come; never rejects. */
  readonly finished: Promise<CommandEnd>;
}

/** Takes the records out of what goes to `output`. */
export function takeRecords(output: Output, records: Records): RecordedOutput {
  let finish: (end: CommandEnd) => void = () => undefined;
  const finished = new Promise<CommandEnd>((resolve) => (finish = resolve));
  let start: (found: { readonly isFirst: boolean }) => void = () => undefined;
  const started = new Promise<{ readonly isFirst: boolean }>((resolve) => (start = resolve));
  const show = (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
    if (bytes.length > 0) output.write(channel, bytes);
  };
  return {
    started,
    finished,
    output: {
      write: (channel, bytes) => {
        show(channel, records.read(channel, bytes));
        if (records.hasStarted()) start({ isFirst: records.isFirst() });
        const end = records.end();
        if (end !== undefined) finish(end);
      },
      flush: async (signal) => {
        show('stdout', records.rest('stdout'));
        show('stderr', records.rest('stderr'));
        await output.flush(signal);
      },
    },
  };
}
