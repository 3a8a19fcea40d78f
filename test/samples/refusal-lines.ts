import type { ErrorKind } from '../../src/errors/error-kinds.ts';
import { REFUSALS, type RefusalName } from '../../src/errors/refusals/refusals.ts';

/** A pattern for a text of the table with any facts filled in. */
function patternOf(text: string): string {
  return text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*');
}

/** The errors that a session or command survives: their lines are warnings. */
const WARNINGS: readonly ErrorKind[] = ['target-ended', 'target-ignored', 'files-closed', 'not-privileged'];

/**
 * A pattern for the two lines on stderr of a row of the table of refusals; the second may end with what was left
 * behind.
 */
export function refusalLines(row: RefusalName): RegExp {
  const { why, kind, next } = REFUSALS[row];
  const start = WARNINGS.includes(kind) ? 'Warning: ' : 'error: .*: ';
  const end = '(?:; debug container .*)?\n';
  return new RegExp(`^${start}${patternOf(why)} \\[${kind}\\]\nhint: ${patternOf(next)}${end}`, 'm');
}
