import { CliError } from '../../../errors/cli-error.ts';
import { OUTCOMES, type RunRow } from '../../rows/run-row.ts';
import { readOutputText } from '../../rows/output-text.ts';
import { makeUserPattern, type UserPattern } from './user-pattern.ts';

/** `--expect` and `--expect-exit`: how a command has to end to pass. */
export interface Expectation {
  readonly output: ExpectedOutput | undefined;
  readonly exitCode: number;
}

/** `pattern` never has the flags `g` and `y`, with which it would remember where it matched. */
type ExpectedOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly pattern: UserPattern };

/** The verdict on a row. `unmet`: the command ran, and did not answer as expected. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'unmet'; readonly why: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'skipped' };

/** The default: the command exits with 0. */
export const NO_EXPECTATION: Expectation = { output: undefined, exitCode: 0 };

const EXPECT = '--expect=';

/** Parses `TEXT` or `/re/`, optionally with the flags i, m, s and u after it. Throws `usage`. */
export function parseExpected(text: string): ExpectedOutput {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source !== undefined) {
    const pattern = makeUserPattern(`${EXPECT}${text}`, { source, flags: flags ?? '' });
    return { kind: 'pattern', pattern };
  }
  if (text !== '') return { kind: 'text', text };
  throw new CliError('usage', '--expect needs a text to look for', {
    hint: "use --expect=uid=0 or --expect='/uid=\\d+/', for example",
  });
}

/** undefined if the pattern was given up. */
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

const PARTIAL = 'not everything was collected';

/** Decides whether a row meets the expectation. The output may hold more than the expected text. */
export function judgeRow(expectation: Expectation, row: RunRow): Verdict {
  const outcome = OUTCOMES[row.outcome];
  if (outcome !== 'ran') return { kind: outcome };
  if (row.exitCode !== expectation.exitCode) {
    const expected = expectation.exitCode === 0 ? '' : `, expected ${expectation.exitCode}`;
    if (row.collected !== undefined && expectation.exitCode === 0) return { kind: 'unmet', why: PARTIAL };
    return { kind: 'unmet', why: `exit code ${row.exitCode ?? 'unknown'}${expected}` };
  }
  return expectation.output === undefined ? { kind: 'passed' } : judgeOutput(expectation.output, row);
}
