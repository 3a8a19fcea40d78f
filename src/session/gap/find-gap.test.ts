import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { findGap } from './find-gap.ts';
import { NOTHING_MISSED } from './held-output.ts';
import { rememberShown, type Shown, type StreamStart } from './remember-shown.ts';
import { asLogged } from '../log/line-ends.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const FROM_THE_START: StreamStart = { from: 0, isExact: true };
const FROM_SOMEWHERE: StreamStart = { from: undefined, isExact: false };

function shownOf(text: string | Buffer, start: StreamStart) {
  const memory = rememberShown(start);
  memory.accept('stdout', Buffer.from(text));
  return memory.shown();
}

/** What has come on the only stream. */
interface NewStream {
  readonly attached: Buffer;
  readonly isQuiet: boolean;
}

function findOneStreamGap(log: Buffer, shown: Shown, { attached, isQuiet }: NewStream) {
  const arrived = { ...NOTHING_MISSED, stdout: attached };
  const gap = findGap(log, shown, { arrived, isFinal: false, isQuiet });
  return gap.kind === 'found' ? { ...gap, ...gap.start, missed: gap.missed.stdout } : gap;
}

const quiet = (attached: string): NewStream => ({ attached: bytes(attached), isQuiet: true });
const busy = (attached: string): NewStream => ({ attached: bytes(attached), isQuiet: false });

describe('findGap of one stream', () => {
  it.each([
    { label: 'whole lines', log: 'a\nb\nc\nd\n', shown: 'a\n', stream: busy('d\n'), missed: 'b\nc\n' },
    { label: 'nothing', log: 'a\nb\n', shown: 'a\n', stream: busy('b\n'), missed: '' },
    { label: 'the rest of a line', log: 'abcdef\nx\n', shown: 'abc', stream: busy('x\n'), missed: 'def\n' },
    { label: 'the middle of a line', log: 'abcdef\n', shown: 'ab', stream: quiet('ef\n'), missed: 'cd' },
    {
      label: 'lines before a prompt',
      log: '# ls\nbin\n',
      shown: '# ls\r\n',
      stream: quiet('# '),
      missed: 'bin\n',
    },
    {
      label: 'nothing behind a prompt',
      log: '# ls\nbin\n',
      shown: '# ls\r\nbin\r\n# ',
      stream: quiet('\r# '),
      missed: '',
    },
    { label: 'an LF whose CR was shown', log: 'a\nb\n', shown: 'a\r', stream: quiet(''), missed: '\nb\n' },
    {
      label: 'equal lines',
      log: 'tick\n'.repeat(9),
      shown: 'tick\n'.repeat(4),
      stream: quiet('tick\n'.repeat(2)),
      missed: 'tick\n'.repeat(3),
    },
  ])('finds $label', ({ log, shown, stream, missed }) => {
    const gap = findOneStreamGap(bytes(log), shownOf(shown, FROM_THE_START), stream);
    expect(gap.kind === 'found' && gap.missed.toString()).toBe(missed);
  });

  it.each([
    {
      label: 'the log lags behind what was shown',
      log: 'a\n',
      shown: 'a\nb\n',
      start: FROM_THE_START,
      kind: 'not-yet',
    },
    {
      label: 'the log lags behind the new stream',
      log: 'a\nb\n',
      shown: 'a\n',
      start: FROM_THE_START,
      stream: busy('d\n'),
      kind: 'not-yet',
    },
    {
      label: 'the place may be another one',
      log: 'a\na\n',
      shown: 'a\n',
      start: FROM_SOMEWHERE,
      kind: 'ambiguous',
    },
    {
      label: 'nothing whole was shown since somewhere',
      log: 'a\n',
      shown: '# ',
      start: FROM_SOMEWHERE,
      kind: 'ambiguous',
    },
    {
      label: 'another log is in its place',
      log: 'x\ny\n',
      shown: 'a\n',
      start: FROM_THE_START,
      kind: 'not-yet',
    },
  ])('finds nothing while $label', ({ log, shown, start, stream = quiet(''), kind }) => {
    expect(findOneStreamGap(bytes(log), shownOf(shown, start), stream).kind).toBe(kind);
  });

  it('finds the place by its text in a log whose start was rotated away', () => {
    const gap = findOneStreamGap(bytes('c\nd\ne\n'), shownOf('a\nb\nc\n', FROM_THE_START), quiet('e\n'));
    expect(gap).toEqual({ kind: 'not-yet' });
    const rotated = findOneStreamGap(
      bytes('b\nc\nd\ne\n'),
      shownOf('b\nc\n', { from: 2, isExact: true }),
      quiet('e\n'),
    );
    expect(rotated).toMatchObject({ kind: 'found', missed: bytes('d\n') });
  });

  it('knows where the next outage has to look', () => {
    const log = bytes('tick\n'.repeat(7));
    const gap = findOneStreamGap(log, shownOf('tick\n'.repeat(4), FROM_THE_START), quiet('tick\n'));
    expect(gap).toMatchObject({ kind: 'found', from: 30, isExact: true });
  });
});

/** Output of few different letters, so that equal lines are frequent; as a terminal or a pipe has it. */
const output = fc
  .array(fc.stringMatching(/^[ab]{0,3}$/), { maxLength: 30 })
  .map((lines) => lines.join('\r\n'));

interface Outage {
  readonly whole: string;
  readonly before: string;
  readonly after: string;
}

/** One output, cut at two places: what was shown, and what came on the new stream. */
const outage = fc.tuple(output, fc.nat(), fc.nat()).map(([whole, one, other]): Outage => {
  const places = [one % (whole.length + 1), other % (whole.length + 1)].toSorted((a, b) => a - b);
  return { whole, before: whole.slice(0, places[0]), after: whole.slice(places[1]) };
});

const wholeLines = (text: Buffer): Buffer => text.subarray(0, text.lastIndexOf(10) + 1);

/** Shown, missed and new together, as the log would have them. */
function joined({ before, after }: Outage, missed: Buffer): string {
  const shown = missed[0] === 10 && before.endsWith('\r') ? before.slice(0, -1) : before;
  return asLogged(Buffer.concat([bytes(shown), missed, bytes(after)])).toString();
}

describe('findGap of one stream, on any output', () => {
  it('makes it whole, each byte once, when it is known where the stream began and nothing comes meanwhile', () => {
    fc.assert(
      fc.property(outage, (cut) => {
        // The rest of a line that is not finished cannot be had from a log.
        fc.pre(cut.after.includes('\n'));
        const logged = asLogged(bytes(cut.whole));
        const gap = findOneStreamGap(
          wholeLines(logged),
          shownOf(cut.before, FROM_THE_START),
          quiet(cut.after),
        );
        expect(gap.kind).toBe('found');
        if (gap.kind === 'found') expect(joined(cut, gap.missed)).toBe(logged.toString());
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('never finds a wrong place, wherever the stream began', () => {
    fc.assert(
      fc.property(outage, fc.nat({ max: 20 }), fc.boolean(), (cut, skipped, isQuiet) => {
        fc.pre(cut.after.includes('\n') && cut.before.length >= skipped);
        const logged = asLogged(bytes(cut.whole));
        const shown = shownOf(cut.before.slice(skipped), FROM_SOMEWHERE);
        const gap = findOneStreamGap(wholeLines(logged), shown, { ...quiet(cut.after), isQuiet });
        if (gap.kind === 'found') expect(joined(cut, gap.missed)).toBe(logged.toString());
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('finds all that is left once the container has ended', () => {
    fc.assert(
      fc.property(outage, (cut) => {
        const logged = asLogged(bytes(cut.whole));
        const nothing = { attached: Buffer.alloc(0), isQuiet: true };
        const gap = findOneStreamGap(logged, shownOf(cut.before, FROM_THE_START), nothing);
        expect(gap.kind).toBe('found');
        if (gap.kind === 'found') expect(joined({ ...cut, after: '' }, gap.missed)).toBe(logged.toString());
      }),
      { numRuns: runsOf(1000) },
    );
  });
});

it('remembers only the end of much output, and still finds the place', () => {
  const memory = rememberShown(FROM_SOMEWHERE);
  const all = Array.from({ length: 200_000 }, (_, index) => `line ${index}\n`);
  all.slice(0, 150_000).forEach((line) => memory.accept('stdout', bytes(line)));
  expect(memory.shown().lines.length).toBeLessThan(1024 * 1024);
  const gap = findOneStreamGap(bytes(all.join('')), memory.shown(), quiet('line 199999\n'));
  expect(gap.kind === 'found' && gap.missed.toString()).toBe(all.slice(150_000, -1).join(''));
});
