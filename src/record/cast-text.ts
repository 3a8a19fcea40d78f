import type { TerminalSize } from '../io.ts';
import { printableFacts, type RecordFacts } from './record-facts.ts';

/** What the header of a cast is made of. */
export interface CastHeader {
  readonly size: TerminalSize;
  readonly startedAt: Date;
  readonly title: string;
  /** `$TERM` of the user. */
  readonly term: string | undefined;
  readonly facts: RecordFacts;
}

/** Output, input, a new size, a marker. */
export type CastCode = 'o' | 'i' | 'r' | 'm';

/**
 * The first line of an asciicast v2 file. Players ignore our own key `kubectl-debug`.
 * See https://docs.asciinema.org/manual/asciicast/v2/
 */
export function castHeader({ size, startedAt, title, term, facts }: CastHeader): string {
  return `${JSON.stringify({
    version: 2,
    width: size.columns,
    height: size.rows,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    title,
    ...(term !== undefined && term !== '' && { env: { TERM: term } }),
    'kubectl-debug': printableFacts(facts),
  })}\n`;
}

/** One line of a cast; `atMs` counts from the start. */
export function castEvent(atMs: number, code: CastCode, data: string): string {
  // A clock that was set back must not make players wait forever.
  return `${JSON.stringify([Math.max(0, atMs) / 1000, code, data])}\n`;
}

/** The data of an event `r`. */
export function castSize({ columns, rows }: TerminalSize): string {
  return `${columns}x${rows}`;
}
