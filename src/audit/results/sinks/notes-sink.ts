import type { Io } from '../../../io.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { countText } from '../text/count-text.ts';
import { rowPath } from '../fold/group-words.ts';
import { maskOutput, showMasked } from '../fold/mask.ts';
import type { RowSink } from './row-sink.ts';

/** A note, and the rows that have it. */
interface FoldedNote {
  /** The note as the first row has it. */
  readonly text: string;
  readonly masked: string;
  count: number;
  /** The first few. */
  readonly names: string[];
}

const MAX_NAMES = 5;
/** Enough for a reader; JSON has all notes. */
const MAX_NOTES = 100;

function noteText({ text, masked, count, names }: FoldedNote): string {
  if (count === 1) return `${names.join('')}: ${text}`;
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  return `${countText(count, 'run')} (${names.join(', ')}${more}): ${masked}`;
}

/** Prints the notes of all rows on stderr at the end: each note once, with the pods that it is about. */
export function makeNotesSink(
  io: Io,
  options: { readonly isQuiet: boolean; readonly hasTarget: boolean },
): RowSink {
  const folded = new Map<string, FoldedNote>();
  return {
    accept: ({ row }) => {
      for (const text of row.notes) {
        const masked = showMasked(maskOutput(text, row, []));
        const note = folded.get(masked) ?? { text, masked, count: 0, names: [] };
        if (folded.size < MAX_NOTES) folded.set(masked, note);
        note.count += 1;
        if (note.names.length < MAX_NAMES) note.names.push(rowPath(row, options.hasTarget).join('/'));
      }
    },
    finish: () => {
      const notes = makeNotes(io, { quiet: options.isQuiet });
      for (const each of folded.values()) notes.note(noteText(each));
    },
  };
}
