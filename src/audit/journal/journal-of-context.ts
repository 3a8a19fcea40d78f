import type { Journal } from './journal.ts';
import type { ReadLine } from './read-journal.ts';

/** The part of a journal that is about one context: its lines name it. The audit closes and removes the whole journal. */
export function journalOfContext(journal: Journal, context: string): Journal {
  return {
    path: journal.path,
    note: (...lines) => journal.note(...lines.map((line) => ({ ...line, context }))),
    close: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}

/** The lines about one context, as the journal of an audit of its cluster alone would have them. */
export function linesOfContext(lines: readonly ReadLine[], context: string): readonly ReadLine[] {
  return lines.filter((line) => line.context === context);
}
