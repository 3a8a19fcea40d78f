import type { ErrorKind } from '../../src/errors/error-kinds.ts';
import { REFUSALS, type RefusalName } from '../../src/errors/refusals/refusals.ts';

/** What a text of the table becomes once its facts are known. */
function patternOf(text: string): string {
  return text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*');
}

/** What goes wrong in a session, or beside a command, that goes on. */
const WARNINGS: readonly ErrorKind[] = ['target-ended', 'target-ignored', 'files-closed', 'not-privileged'];

/** The two lines on stderr that a row of the table of refusals makes; the second may go on with what is left behind. */
export function refusalLines(row: RefusalName): RegExp {
  const { why, kind, next } = REFUSALS[row];
  const start = WARNINGS.includes(kind) ? 'Warning: ' : 'error: .*: ';
  const end = '(?:; debug container .*)?\n';
  return new RegExp(`^${start}${patternOf(why)} \\[${kind}\\]\nhint: ${patternOf(next)}${end}`, 'm');
}
