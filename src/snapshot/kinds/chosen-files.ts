import { safePart, type Piece } from '../evidence.ts';
import { FILE_HEAD_BYTES, secondsOf } from '../inside/script.ts';
import type { Section } from '../inside/sections.ts';
import { sizeWords } from '../proc/size-words.ts';
import { folderOf } from './inside-context.ts';

/** A file that the user chose. */
export interface ChosenFile {
  readonly container: string;
  /** As it was typed. */
  readonly path: string;
  readonly maxBytes: number;
}

/** The place of a chosen file in the snapshot: below the folder of its container, with the folders it has there. */
export function chosenPath({ container, path }: Pick<ChosenFile, 'container' | 'path'>): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return [folderOf(container), 'files', ...parts.map((part) => (part === '..' ? '__' : safePart(part)))].join(
    '/',
  );
}

/** Whether a person can read it. */
function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

/** Reads the section of a chosen file: a line `ok SIZE …` before its bytes, or `no REASON`. */
export function readChosenFile(chosen: ChosenFile, section: Section | undefined, whyMissing: string): Piece {
  const path = chosenPath(chosen);
  const { maxBytes } = chosen;
  if (section === undefined) return { kind: 'missing', path, why: whyMissing };
  const lineEnd = section.bytes.indexOf(0x0a);
  const head = section.bytes.subarray(0, Math.max(lineEnd, 0)).subarray(0, FILE_HEAD_BYTES).toString();
  if (!/^ok( |$)/.test(head)) {
    const why = head.startsWith('no ') ? head.slice(3) : `it was not read within ${secondsOf('file')} s`;
    return { kind: 'missing', path, why };
  }
  const all = section.bytes.subarray(lineEnd + 1);
  const bytes = all.subarray(0, maxBytes);
  const size = Number(head.split(' ')[1]);
  const isShort = Number.isFinite(size) && bytes.length < Math.min(size, maxBytes);
  const cut = cutOf({ isLarger: all.length > maxBytes, isLate: section.isLate, isShort }, { maxBytes, size });
  const view = { kind: isText(bytes) ? 'text' : 'link' } as const;
  return { kind: 'file', path, bytes, view, ...(cut !== undefined && { cut }) };
}

function cutOf(
  is: { readonly isLarger: boolean; readonly isLate: boolean; readonly isShort: boolean },
  { maxBytes, size }: { readonly maxBytes: number; readonly size: number },
): string | undefined {
  const of = Number.isFinite(size) ? ` of ${sizeWords(size)}` : '';
  if (is.isLarger) return `only the first ${sizeWords(maxBytes)}${of} (--max-file-size)`;
  if (is.isLate) return `it took longer than ${secondsOf('file')} s`;
  return is.isShort ? 'it shrank while it was read, or could not be read to its end' : undefined;
}
