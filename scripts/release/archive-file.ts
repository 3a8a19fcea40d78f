/** An entry of an archive that people download. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly isExecutable?: boolean;
}

/** By path, so that the same files make the same archive. */
export const sorted = (files: readonly ArchiveFile[]): readonly ArchiveFile[] =>
  [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
