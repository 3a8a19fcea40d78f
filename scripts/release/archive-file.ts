/** An entry of an archive that people download. */
export type ArchiveFile =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly bytes: Buffer;
      readonly isExecutable?: boolean;
    }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** By path, so that the same files make the same archive. */
export const sorted = (files: readonly ArchiveFile[]): readonly ArchiveFile[] =>
  [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
