import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow } from '../../../../test/builders/a-run-row.ts';
import { judgeRow, NO_EXPECTATION, parseExpected } from './expectation.ts';

const expecting = (text: string, exitCode = 0) => ({ output: parseExpected(text), exitCode });

describe('judgeRow', () => {
  it.each([
    { label: 'a command that exits with 0', expectation: NO_EXPECTATION, row: {}, kind: 'passed' },
    {
      label: 'a command that exits with 1',
      expectation: NO_EXPECTATION,
      row: { exitCode: 1 },
      kind: 'unmet',
    },
    {
      label: 'the code that was expected',
      expectation: { output: undefined, exitCode: 3 },
      row: { exitCode: 3 },
      kind: 'passed',
    },
    {
      label: 'code 0 where another was expected',
      expectation: { output: undefined, exitCode: 3 },
      row: {},
      kind: 'unmet',
    },
    {
      label: 'the text that was expected',
      expectation: expecting('uid=0'),
      row: { output: 'uid=0(root)\n' },
      kind: 'passed',
    },
    { label: 'another text', expectation: expecting('uid=0'), row: { output: 'uid=1\n' }, kind: 'unmet' },
    {
      label: 'the text with another code',
      expectation: expecting('ok'),
      row: { exitCode: 1 },
      kind: 'unmet',
    },
    {
      label: 'the text with the code that was expected',
      expectation: expecting('ok', 1),
      row: { exitCode: 1 },
      kind: 'passed',
    },
    {
      label: 'the pattern',
      expectation: expecting('/^ROOT$/mi'),
      row: { output: 'user\nroot\n' },
      kind: 'passed',
    },
    { label: 'no match', expectation: expecting('/^root$/'), row: { output: 'user\nroot\n' }, kind: 'unmet' },
  ])('finds $label $kind', ({ expectation, row, kind }) => {
    expect(judgeRow(expectation, aRunRow(row)).kind).toBe(kind);
  });

  it('gives the same row the same verdict each time', () => {
    const expectation = expecting('/o/');
    const verdicts = [1, 2, 3].map(() => judgeRow(expectation, aRunRow({ output: 'oo' })).kind);
    expect(verdicts).toEqual(['passed', 'passed', 'passed']);
  });

  it('never judges a command that did not run', () => {
    expect(judgeRow(expecting('x'), aFailedRow())).toEqual({ kind: 'failed' });
    expect(judgeRow(expecting('x'), aFailedRow({ outcome: 'skipped' }))).toEqual({ kind: 'skipped' });
  });

  it.each([
    { expectation: NO_EXPECTATION, row: { exitCode: 2 }, why: 'exit code 2' },
    { expectation: { output: undefined, exitCode: 3 }, row: {}, why: 'exit code 0, expected 3' },
    { expectation: expecting('x'), row: {}, why: 'exit code 0, but "x" is not in its output' },
    {
      expectation: expecting('/x/i'),
      row: { isTruncated: true },
      why: 'exit code 0, but /x/i is not in the first 3 bytes of its output',
    },
  ])('says why: $why', ({ expectation, row, why }) => {
    expect(judgeRow(expectation, aRunRow(row))).toEqual({ kind: 'unmet', why });
  });
});

describe('parseExpected', () => {
  it.each(['/usr', 'usr/', '/', '//', '/x/q'])('takes %s for a text', (text) => {
    expect(parseExpected(text)).toEqual({ kind: 'text', text });
  });

  it.each([
    { text: '/(/', message: '--expect is not a regular expression' },
    { text: '', message: '--expect needs a text' },
  ])('refuses "$text"', ({ text, message }) => {
    expect(() => parseExpected(text)).toThrow(message);
  });

  it('gives up a pattern that one output keeps busy, for all other outputs too', () => {
    const expectation = expecting('/^(\\w+\\s?)*$/');
    const judge = (output: string) => judgeRow(expectation, aRunRow({ output }));
    expect(judge('aaa')).toEqual({ kind: 'passed' });
    const why =
      'exit code 0, but the pattern /^(\\w+\\s?)*$/ was given up: it took more than 1 s for one output';
    expect(judge(`${'a'.repeat(48)}!`)).toEqual({ kind: 'unmet', why });
    // Were it tried again, each of these would take a second.
    for (let pod = 0; pod < 1000; pod += 1)
      expect(judge(`${'a'.repeat(48)}!`)).toEqual({ kind: 'unmet', why });
  });

  it('refuses a pattern that V8 finds too large only when it is used', () => {
    expect(() => parseExpected(`/${'(?=(a+))'.repeat(100_000)}/`)).toThrow(
      '--expect is not a regular expression: Invalid regular expression',
    );
  });
});
