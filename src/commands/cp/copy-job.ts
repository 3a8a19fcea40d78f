import type { Connected } from '../../join/connected.ts';
import type { CopyOptions } from './cp-request.ts';
import type { ContainerFiles } from './open/open-container-files.ts';

/** What the ways to copy have in common. */
export interface Copying {
  readonly connected: Connected;
  readonly options: CopyOptions;
}

/** A path in a container that is open. */
export interface OpenPath {
  /** As it was typed, for messages. */
  readonly text: string;
  readonly files: ContainerFiles;
  /** In bytes; relative to the working directory of the container's first process, unless it begins with `/`. */
  readonly path: string;
}

/** What was copied of one source. */
export interface Copied {
  /** Regular files; folders and links do not count. */
  readonly files: number;
  readonly bytes: number;
  /** Whether each file was compared by its sha256. */
  readonly isVerified: boolean;
  /** Whether a file could not be read or written, although it was asked for. */
  readonly lacksFiles: boolean;
  /** What is not as it was, in words for the end: files that changed, entries that were left out. */
  readonly remarks: readonly string[];
}
