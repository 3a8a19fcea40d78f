import { safePart, type EvidenceFile, type EvidenceName, type Piece, type View } from '../evidence.ts';
import { maxBytesOf, secondsOf, type SectionKind, type VisitedContainer } from '../inside/script.ts';
import { readParts, type Part, type Section } from '../inside/sections.ts';
import type { Masker } from '../mask/masker.ts';
import { sizeWords } from '../proc/size-words.ts';

/** What the answer of the script is read with. */
export interface InsideContext {
  readonly mask: Masker;
  readonly nonce: string;
  /** The containers of the pod with their ids, to tell whose a process is. */
  readonly containers: readonly VisitedContainer[];
  /** Those that the script was told to visit. */
  readonly visited: readonly VisitedContainer[];
  /** The debug container in which the script ran. */
  readonly debugContainer: string;
  /** Whether the processes of the whole node are seen. */
  readonly isHostPid: boolean;
  readonly sections: ReadonlyMap<string, Section>;
  /** Why a section is missing. */
  readonly whyMissing: string;
}

/** A piece and its kind. */
export interface NamedPiece {
  readonly name: EvidenceName;
  readonly piece: Piece;
  readonly durationMs: number;
}

/** The folder of a container in the snapshot. */
export function folderOf(container: string): string {
  return `containers/${safePart(container)}`;
}

/** Why a section is not whole; undefined if it is. */
export function cutOf(
  kind: SectionKind,
  { bytes, isLate }: Section,
  most = maxBytesOf(kind),
): string | undefined {
  if (bytes.length > most) return `only the first ${sizeWords(most)}`;
  return isLate ? `it was ended after ${secondsOf(kind)} s` : undefined;
}

/** A section and its parts. */
export interface ReadSection {
  readonly section: Section;
  readonly parts: readonly Part[];
  readonly text: string;
}

/** The section of a kind, of a container if it has one; undefined if it is missing. */
export function readSection(
  { sections, nonce }: InsideContext,
  kind: SectionKind,
  container?: string,
): ReadSection | undefined {
  const section = sections.get(container === undefined ? kind : `${kind}:${container}`);
  if (section === undefined) return undefined;
  const bytes = section.bytes.subarray(0, maxBytesOf(kind));
  return { section, parts: readParts(bytes, nonce), text: bytes.toString() };
}

/** The text of a part; empty if it is missing. */
export function partText({ parts }: Pick<ReadSection, 'parts'>, name: string): string {
  return parts.find((part) => part.name === name)?.text ?? '';
}

/** A file that was made from sections, the first of which says whether it is whole. */
export function fileOf(
  kind: SectionKind,
  { section }: ReadSection,
  file: { readonly path: string; readonly text: string; readonly view?: View },
): EvidenceFile {
  const cut = cutOf(kind, section);
  const { path, text, view = { kind: 'text' } } = file;
  return { kind: 'file', path, bytes: Buffer.from(text), view, ...(cut !== undefined && { cut }) };
}
