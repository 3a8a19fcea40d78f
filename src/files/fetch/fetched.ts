import type { BytePath, FileSink } from '../file-sink.ts';
import type { FilesContext } from '../remote/run-files-script.ts';
import type { FileTrouble } from './large-file.ts';
import type { ListedFile } from './listed-file.ts';

/** A file that was written. */
export interface FetchedFile {
  readonly path: BytePath;
  readonly size: number;
  /** Of what was written, hexadecimal. */
  readonly sha256: string;
}

/** Something that a person is to be told of one file. */
export interface FileNote {
  readonly path: BytePath;
  readonly trouble: FileTrouble;
}

/** What all passes over the files of one copied path share. */
export interface Fetching {
  readonly context: FilesContext;
  /** In the target. */
  readonly path: string;
  readonly sink: FileSink;
  /** Called for bytes that have come, for the progress. */
  readonly onBytes: (count: number) => void;
}

/** The files of one copied path that have not come yet. */
export type WantedFiles = Map<BytePath, ListedFile>;
