import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { OUTCOMES, type RunRow } from '../run-row.ts';
import { readOutputText } from './output-text.ts';

/** What `--expect` and `--expect-exit` ask of a command that ran. */
export interface Expectation {
  readonly output: ExpectedOutput | undefined;
  readonly exitCode: number;
}

/** `pattern` never has the flags `g` and `y`, which would give it a memory. */
export type ExpectedOutput =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'pattern'; readonly pattern: RegExp };

/** What a row comes to. `unmet`: it ran, and did not answer as expected. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'unmet'; readonly why: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'skipped' };

/** Without flags: a command is expected to exit with 0. */
export const NO_EXPECTATION: Expectation = { output: undefined, exitCode: 0 };

/** Reads a pattern of JavaScript that the user typed in `flag`. Throws `usage`. */
export function parsePattern(flag: string, source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw new CliError('usage', `--${flag} is not a regular expression: ${errorText(cause)}`, { cause });
  }
}

/** Reads `TEXT` or `/re/`, behind which the flags i, m, s, u may stand. Throws `usage`. */
export function parseExpected(text: string): ExpectedOutput {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source !== undefined) return { kind: 'pattern', pattern: parsePattern('expect', source, flags ?? '') };
  if (text !== '') return { kind: 'text', text };
  throw new CliError('usage', '--expect needs a text to look for', {
    hint: "as in --expect=uid=0 or --expect='/uid=\\d+/'",
  });
}

function isFound(expected: ExpectedOutput, shown: string): boolean {
  return expected.kind === 'text' ? shown.includes(expected.text) : expected.pattern.test(shown);
}

function judgeOutput(expected: ExpectedOutput, { output, exitCode }: RunRow): Verdict {
  if (isFound(expected, readOutputText(output.bytes, output.isTruncated).shown)) return { kind: 'passed' };
  const what = expected.kind === 'text' ? `"${expected.text}"` : String(expected.pattern);
  const where = output.isTruncated ? `the first ${output.bytes.length} bytes of its output` : 'its output';
  return { kind: 'unmet', why: `exit code ${exitCode ?? 'unknown'}, but ${what} is not in ${where}` };
}

/** Compares a row with what was expected. The command's output is expected to hold the text, whatever else it holds. */
export function judgeRow(expectation: Expectation, row: RunRow): Verdict {
  const outcome = OUTCOMES[row.outcome].class;
  if (outcome !== 'ran') return { kind: outcome };
  if (row.exitCode !== expectation.exitCode) {
    const expected = expectation.exitCode === 0 ? '' : `, expected ${expectation.exitCode}`;
    return { kind: 'unmet', why: `exit code ${row.exitCode ?? 'unknown'}${expected}` };
  }
  return expectation.output === undefined ? { kind: 'passed' } : judgeOutput(expectation.output, row);
}
