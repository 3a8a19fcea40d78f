import { BOUNDS } from '../../errors/bounds.ts';
import type { ListedFile } from '../../files/fetch/listed-file.ts';

/** How much of a listed path may be read, in bytes and files. */
export interface Room {
  /** What `--max-output` leaves to this container. */
  readonly ofContainer: number;
  /** What `--max-total` leaves to all. */
  readonly ofAll: number;
  /** How many files of this container were chosen before. */
  readonly filesBefore: number;
}

/** Which bound leaves a file out. */
export type Bounded = 'max-output' | 'max-total' | 'too-many-files';

interface Chosen {
  readonly files: readonly ListedFile[];
  /** Of the files. */
  readonly bytes: number;
  readonly leftOut: readonly { readonly file: ListedFile; readonly why: Bounded }[];
}

/**
 * Chooses the files that fit, each whole: the smallest first, so that as many as possible come, and equal ones by name, so
 * that replicas are cut alike. Folders and links always come, in the order of the list.
 */
export function chooseFiles(listed: readonly ListedFile[], room: Room): Chosen {
  const sorted = listed
    .filter(({ kind }) => kind === 'file')
    .toSorted((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  const leftOut = new Map<ListedFile, Bounded>();
  let bytes = 0;
  let count = room.filesBefore;
  for (const file of sorted) {
    const why = boundOf(file, { bytes, count }, room);
    if (why === undefined) {
      bytes += file.size;
      count += 1;
    } else leftOut.set(file, why);
  }
  return {
    files: listed.filter((file) => !leftOut.has(file)),
    bytes,
    leftOut: [...leftOut].map(([file, why]) => ({ file, why })),
  };
}

function boundOf(
  { size }: ListedFile,
  { bytes, count }: { readonly bytes: number; readonly count: number },
  { ofContainer, ofAll }: Room,
): Bounded | undefined {
  if (count >= BOUNDS.collectedFiles.most) return 'too-many-files';
  if (bytes + size > ofContainer) return 'max-output';
  return bytes + size > ofAll ? 'max-total' : undefined;
}
