import { CliError } from '../../../errors/cli-error.ts';
import { OUTCOMES, type RunRow } from '../../rows/run-row.ts';
import { readOutputText } from '../../rows/output-text.ts';
import { makeUserPattern, type UserPattern } from './user-pattern.ts';

/** What `--expect` and `--expect-exit` ask of a command that ran. */
export interface Expectation {
  readonly output: ExpectedOutput | undefined;
  readonly exitCode: number;
}

/** `pattern` never has the flags `g` and `y`, which would give it a memory. */
export type ExpectedOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly pattern: UserPattern };

/** What a row comes to. `unmet`: it ran, and did not answer as expected. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'unmet'; readonly why: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'skipped' };

/** Without flags: a command is expected to exit with 0. */
export const NO_EXPECTATION: Expectation = { output: undefined, exitCode: 0 };

const EXPECT = '--expect=';

/** Reads `TEXT` or `/re/`, behind which the flags i, m, s, u may stand. Throws `usage`. */
export function parseExpected(text: string): ExpectedOutput {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source !== undefined) {
    const pattern = makeUserPattern(`${EXPECT}${text}`, { source, flags: flags ?? '' });
    return { kind: 'pattern', pattern };
  }
  if (text !== '') return { kind: 'text', text };
  throw new CliError('usage', '--expect needs a text to look for', {
    hint: "as in --expect=uid=0 or --expect='/uid=\\d+/'",
  });
}

/** undefined: nobody knows, as the pattern was given up. */
function isFound(expected: ExpectedOutput, shown: string): boolean | undefined {
  return expected.kind === 'text'
    ? shown.includes(expected.text)
    : expected.pattern.match((pattern) => pattern.test(shown));
}

function judgeOutput(expected: ExpectedOutput, { output, exitCode }: RunRow): Verdict {
  const found = isFound(expected, readOutputText(output.bytes, output.isTruncated).shown);
  if (found === true) return { kind: 'passed' };
  const ended = `exit code ${exitCode ?? 'unknown'}, but`;
  if (found === undefined) return { kind: 'unmet', why: `${ended} ${whyUnknown(expected)}` };
  const where = output.isTruncated ? `the first ${output.bytes.length} bytes of its output` : 'its output';
  return { kind: 'unmet', why: `${ended} ${describeExpected(expected)} is not in ${where}` };
}

function describeExpected(expected: ExpectedOutput): string {
  return expected.kind === 'text' ? `"${expected.text}"` : expected.pattern.name.slice(EXPECT.length);
}

function whyUnknown(expected: ExpectedOutput): string {
  const why = expected.kind === 'pattern' ? expected.pattern.whyGivenUp() : undefined;
  return `the pattern ${describeExpected(expected)} was given up: ${why ?? 'no reason is known'}`;
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
