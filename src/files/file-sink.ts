import type { Hash } from 'node:crypto';

/**
 * A path or name as bytes: each character is one byte (`latin1`), as file names on Linux need not be UTF-8. Use
 * `pathText` before a person sees it.
 */
export type BytePath = string;

/** What a container says of one of its files. Everything in it may be a lie. */
export interface SourceEntry {
  /** Relative to the copied path, with `/` between names; `` for the copied file or folder itself. */
  readonly path: BytePath;
  readonly kind: 'file' | 'folder' | 'link';
  /** Bytes; of a link, the length of its target. */
  readonly size: number;
  /** The permission bits, `0` to `0o7777`. */
  readonly mode: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** Whether the file has holes: it takes less room than its size says. */
  readonly sparse?: boolean;
}

/** A file that is being written. */
export interface FileWriter {
  /** A promise asks for a pause. */
  readonly write: (bytes: Buffer) => Promise<void> | undefined;
  /** Ends a file of which everything has come; it gets its time and mode. */
  readonly finish: () => Promise<void> | undefined;
  /** Ends a file whose source was lost; what has come stays, so that a later `openFile` can go on after it. */
  readonly leave: () => void;
}

/** The beginning of a file, from an earlier call. */
export interface PartOfFile {
  readonly bytes: number;
  /** The sha256 of its first `bytes` bytes, to which more can be added. */
  readonly hash: (bytes: number) => Promise<Hash>;
}

/** Why an entry is left out. */
export type Refusal =
  /** An absolute or escaping name, or a name that another entry has. */
  | 'outside'
  /** A link that leads out of the copy. */
  | 'link-outside'
  /** A device, FIFO or socket. */
  | 'special'
  /** The system that receives it cannot have such a name. */
  | 'name'
  /** In the destination lies a link, which is not followed. */
  | 'link-in-the-way'
  /** In the destination lies a file where a folder is to come, or the other way round. */
  | 'in-the-way';

/** Takes the files of a container: a local folder, or a tar stream. */
export interface FileSink {
  /** Whether all of the file is here already, from an earlier call that was interrupted. */
  readonly hasFile: (entry: SourceEntry) => boolean;
  /** What an interrupted call has left of the file; undefined if nothing, and always for a stream. */
  readonly partOf: (entry: SourceEntry) => PartOfFile | undefined;
  readonly addFolder: (entry: SourceEntry) => Promise<void> | undefined;
  readonly addLink: (entry: SourceEntry, target: BytePath) => Promise<void> | undefined;
  /** A second name of a file that was finished before. Returns false if there is no such file. */
  readonly addHardLink: (entry: SourceEntry, earlier: BytePath) => boolean;
  /**
   * Opens a file to write its bytes from `from` on: 0, or the end of its part. Returns undefined for an entry that is
   * refused, whose bytes are dropped.
   */
  readonly openFile: (entry: SourceEntry, from: number) => FileWriter | undefined;
  /**
   * Takes back a finished file whose bytes proved wrong, so that it can be opened again. Returns false where that is
   * impossible: what went into a stream stays there.
   */
  readonly takeBack: (entry: SourceEntry) => boolean;
  readonly refuse: (path: BytePath, why: Refusal) => void;
}
