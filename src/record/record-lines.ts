import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import { Interrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import type { RecordFile } from './record-file.ts';
import type { OpenRecord, Recorder } from './recorder.ts';

/** The lines of one record. */
export interface RecordLines extends Pick<Recorder, 'path' | 'failing' | 'failure'> {
  /** Adds a line; false if it could not be written, now or before. */
  readonly add: (line: string) => boolean;
}

/** The lines, and what ends them. */
export interface OpenLines extends RecordLines, Pick<OpenRecord, 'isBegun' | 'discard'> {
  /** Returns the SHA-256 of the file. */
  readonly close: () => Promise<string>;
}

/** How a kind of record writes its own lines. */
export interface LineTexts {
  readonly header: string;
  /** A line with the hash of all lines before it. */
  readonly checkpoint: (sha256: string) => string;
}

/** How often a record that grows gets a checkpoint, in milliseconds. */
const CHECKPOINT_MS = 60_000;

/** Writes the header. Throws `record-failed` if that fails, and deletes the file. */
export async function beginLines(
  io: Pick<Io, 'now'>,
  file: RecordFile,
  { header, checkpoint }: LineTexts,
): Promise<OpenLines> {
  await writeHeader(file, header);
  const { fail, ...failed } = rememberFailure(file);
  let lastMs = io.now().getTime();
  let isBegun = false;
  const append = (line: string): void => {
    const nowMs = io.now().getTime();
    if (nowMs - lastMs >= CHECKPOINT_MS) {
      lastMs = nowMs;
      file.append(checkpoint(file.sha256()));
    }
    file.append(line);
    isBegun = true;
  };
  return {
    ...failed,
    path: file.path,
    add: (line) => {
      if (failed.failure() !== undefined) return false;
      try {
        append(line);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    isBegun: () => isBegun,
    discard: file.remove,
    close: async () => {
      await file.close().catch(fail);
      return file.sha256();
    },
  };
}

async function writeHeader(file: RecordFile, header: string): Promise<void> {
  try {
    file.append(header);
  } catch (error) {
    await file.remove();
    throw new CliError('record-failed', `cannot record to ${file.path}: ${errorText(error)}`, {
      hint: 'nothing was started; name a file in a folder with room: --record=FILE',
      cause: error,
    });
  }
}

/** The first failure of a record counts. */
function rememberFailure(
  file: RecordFile,
): Pick<RecordLines, 'failing' | 'failure'> & { readonly fail: (cause: unknown) => void } {
  const failing = new AbortController();
  let failure: CliError | undefined;
  return {
    failing: failing.signal,
    failure: () => failure,
    fail: (cause) => {
      if (failure !== undefined) return;
      failure = new CliError('record-failed', `cannot go on recording to ${file.path}: ${errorText(cause)}`, {
        hint: 'the file has all that was shown; make room, then come back with another --record=FILE',
        cause,
      });
      failing.abort(new Interrupted('SIGTERM'));
    },
  };
}
