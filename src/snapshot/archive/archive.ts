import { pack } from 'tar-stream';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { toError } from '../../errors/error-text.ts';

/** Where the bytes of an archive go: a file that is being written, or stdout. Throws the system's errors. */
export interface ArchiveSink {
  readonly write: (bytes: Buffer) => Promise<void>;
}

/** A tar file, compressed by gzip, that is written while evidence arrives. */
export interface Archive {
  /** Adds a file; they are written one after the other. Throws the errors of the sink. */
  readonly add: (file: { readonly path: string; readonly bytes: Buffer }) => Promise<void>;
  /** Writes the end. Throws the errors of the sink. */
  readonly finish: () => Promise<void>;
  /** Gives up what is not finished. */
  readonly abort: () => void;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Starts an archive whose files are all in one folder. */
export function openArchive(sink: ArchiveSink, folder: string, at: Date): Archive {
  const tar = pack();
  const mtime = at;
  let sinkError: Error | undefined;
  const write = async (bytes: Buffer): Promise<void> => {
    try {
      await sink.write(bytes);
    } catch (error) {
      sinkError = toError(error);
      throw error;
    }
  };
  const written = pipeline(tar, createGzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const bytes of source) await write(bytes);
  }).catch((error: unknown) => {
    // The streams only say that they were aborted.
    throw sinkError ?? error;
  });
  // `finish` and `add` throw it.
  written.catch(() => undefined);
  const failure = written.then(() => new Promise<never>(() => undefined));
  failure.catch(() => undefined);
  const entry = (header: Parameters<typeof tar.entry>[0], bytes: Buffer): Promise<void> => {
    const added = new Promise<void>((resolve, reject) => {
      tar.entry(header, bytes, (error) => (error == null ? resolve() : reject(sinkError ?? error)));
    });
    return Promise.race([added, failure]);
  };
  let last = entry({ name: `${folder}/`, type: 'directory', mode: FOLDER_MODE, mtime }, Buffer.alloc(0));
  last.catch(() => undefined);
  return {
    add: ({ path, bytes }) => {
      const header = { name: `${folder}/${path}`, mode: FILE_MODE, mtime, size: bytes.length };
      last = last.then(() => entry(header, bytes));
      last.catch(() => undefined);
      return last;
    },
    finish: async () => {
      await last;
      tar.finalize();
      await written;
    },
    abort: () => {
      tar.destroy();
    },
  };
}
