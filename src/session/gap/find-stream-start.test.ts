import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStreamStart, type StreamStartMatch } from './find-stream-start.ts';
import { asLogged } from '../log/line-ends.ts';

const missedOf = (match: StreamStartMatch): number | undefined =>
  match.kind === 'found' ? match.missed : undefined;
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('findStreamStart', () => {
  it.each([
    { label: 'a missed head', log: 'a\nb\nc\n', attached: 'b\nc\nd', expected: { kind: 'found', missed: 2 } },
    { label: 'nothing missed', log: 'a\nb\n', attached: 'a\nb\nc\n', expected: { kind: 'found', missed: 0 } },
    {
      label: 'a stream that begins within a line',
      log: 'hello\nworld\n',
      attached: 'lo\nworld\n',
      expected: { kind: 'found', missed: 3 },
    },
    {
      label: 'a log that is ahead of the stream',
      log: 'a\nb\nc\nd\ne\n',
      attached: 'b\nc',
      expected: { kind: 'found', missed: 2 },
    },
    {
      label: 'a log that lags behind the stream',
      log: 'a\n',
      attached: 'b\nc\n',
      expected: { kind: 'not-yet' },
    },
    {
      label: 'a stream that has brought a CR, but not yet its LF',
      log: 'a\nb\nc\n',
      attached: 'b\r\nc\r',
      expected: { kind: 'found', missed: 2 },
    },
    { label: 'no whole line yet', log: 'a\nb', attached: 'b', expected: { kind: 'not-yet' } },
    {
      label: 'a terminal, whose log lacks the CRs',
      log: 'a\nb\nc\n',
      attached: 'b\r\nc\r\n',
      expected: { kind: 'found', missed: 2 },
    },
    {
      label: 'a wrong place that only begins alike',
      log: 'x\ny\nx\nz\n',
      attached: 'x\nz\n',
      expected: { kind: 'found', missed: 4 },
    },
    { label: 'identical lines', log: 'x\nx\nx\nx\n', attached: 'x\nx\n', expected: { kind: 'ambiguous' } },
    {
      label: 'identical lines before one that is not',
      log: 'x\nx\nx\ny\n',
      attached: 'x\nx\ny\n',
      expected: { kind: 'found', missed: 2 },
    },
  ])('copes with $label', ({ log, attached, expected }) => {
    expect(findStreamStart(bytes(log), bytes(attached))).toEqual(expected);
  });

  it('finds the place, or says that it cannot, for any cut of any output', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab\r]{0,3}$/), { minLength: 1, maxLength: 12 }),
        fc.nat(60),
        fc.nat(60),
        (lines, attachAt, logUntil) => {
          const raw = bytes(`${lines.join('\n')}\n`);
          const attached = raw.subarray(Math.min(attachAt, raw.length - 1));
          const whole = asLogged(raw);
          const log = whole.subarray(0, Math.min(logUntil, whole.length));
          const missed = whole.length - asLogged(attached).length;
          const firstLineInLog = missed + asLogged(attached).indexOf('\n') + 1;
          const match = findStreamStart(log, attached);
          // Only a log that lags behind, so that the right place is not in it yet, may mislead.
          if (log.length >= firstLineInLog) expect([missed, undefined]).toContain(missedOf(match));
          if (log.length >= firstLineInLog) expect(match.kind).not.toBe('not-yet');
        },
      ),
    );
  });
});
