import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import type { Streams } from './arrivals.ts';
import { findGap } from './find-gap.ts';
import { rememberShown, type Shown, type StreamStart } from './remember-shown.ts';
import { asLogged } from '../log/line-ends.ts';

type Channel = 'stdout' | 'stderr';

/** One byte of the output, and the stream it was printed on. */
interface Printed {
  readonly channel: Channel;
  readonly byte: string;
}

/** An output that was cut twice: the old stream ended at the first place, the new one began at the second. */
interface Cut {
  readonly whole: readonly Printed[];
  readonly before: readonly Printed[];
  readonly after: readonly Printed[];
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const textOf = (printed: readonly Printed[], channel?: Channel): string =>
  printed.flatMap((one) => (channel === undefined || one.channel === channel ? [one.byte] : [])).join('');
const streamsOf = (printed: readonly Printed[]): Streams => ({
  stdout: bytes(textOf(printed, 'stdout')),
  stderr: bytes(textOf(printed, 'stderr')),
});

/** Few different lines, so that equal and empty ones are frequent; the last one may lack its line feed. */
const linesOn = (channels: readonly Channel[], eol: string): fc.Arbitrary<readonly Printed[]> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...channels), fc.stringMatching(/^[ab]{0,3}$/)), { maxLength: 14 }),
      fc.boolean(),
    )
    .map(([lines, isFinished]) =>
      lines.flatMap(([channel, text], index) => {
        const end = isFinished || index < lines.length - 1 ? eol : '';
        return `${text}${end}`.split(/(?:)/).map((byte) => ({ channel, byte }));
      }),
    );

const cutOf = (output: fc.Arbitrary<readonly Printed[]>, isFirst: boolean): fc.Arbitrary<Cut> =>
  fc.tuple(output, fc.nat(), fc.nat()).map(([whole, one, other]) => {
    const places = [one, other].map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b);
    return { whole, before: isFirst ? [] : whole.slice(0, places[0]), after: whole.slice(places[1]) };
  });

const KINDS = [
  { label: 'a terminal', channels: ['stdout'], eol: '\r\n' },
  { label: 'one stream', channels: ['stdout'], eol: '\n' },
  { label: 'two streams', channels: ['stdout', 'stderr'], eol: '\n' },
] as const satisfies { label: string; channels: readonly Channel[]; eol: string }[];
const ATTACHES = [
  { attach: 'a first attach', isFirst: true, start: { from: 0, isExact: true } },
  { attach: 'a reattach', isFirst: false, start: { from: 0, isExact: true } },
  {
    attach: 'a reattach to a stream that began somewhere',
    isFirst: false,
    start: { from: undefined, isExact: false },
  },
] as const;
const CASES = KINDS.flatMap((kind) => ATTACHES.map((attach) => ({ ...kind, ...attach })));

function shownOf({ before }: Cut, start: StreamStart, skipped: number): Shown {
  const memory = rememberShown(start);
  for (const { channel, byte } of before.slice(skipped)) memory.accept(channel, bytes(byte));
  return memory.shown();
}

/** What was shown, missed and came anew, as logged: a log does not tell which stream a missed line belongs to. */
function joined({ before, after }: Cut, missed: Streams): readonly string[] {
  const joinedOn = (channel: Channel): string => {
    const shown = textOf(before, channel);
    const start = missed[channel][0] === 10 && shown.endsWith('\r') ? shown.slice(0, -1) : shown;
    return loggedText(`${start}${missed[channel].toString('latin1')}${textOf(after, channel)}`);
  };
  return [joinedOn('stdout'), joinedOn('stderr')];
}

function loggedText(text: string): string {
  return asLogged(bytes(text)).toString('latin1');
}

function sortedLines(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/(?<=\n)/).filter((line) => line !== '')).toSorted();
}

/** How far a log and a stream have come that are not at their ends. */
interface Progress {
  readonly isFinal: boolean;
  readonly isQuiet: boolean;
  /** Of the new stream, in bytes. */
  readonly lag: number;
}

const progress: fc.Arbitrary<Progress> = fc.oneof(
  fc.constant({ isFinal: true, isQuiet: true, lag: 0 }),
  fc.constant({ isFinal: false, isQuiet: true, lag: 0 }),
  fc.nat({ max: 12 }).map((lag) => ({ isFinal: false, isQuiet: false, lag })),
);

describe('findGap on any output', () => {
  it.each(CASES)('makes it whole, each byte once, or finds nothing: $label, $attach', (setup) => {
    const { channels, eol, isFirst, start } = setup;
    fc.assert(
      fc.property(cutOf(linesOn(channels, eol), isFirst), progress, fc.nat({ max: 8 }), (cut, now, skip) => {
        const skipped = start.isExact ? 0 : skip;
        fc.pre(skipped <= cut.before.length);
        const arrived = cut.after.slice(0, Math.max(0, cut.after.length - now.lag));
        // A log has no part of a line before its end, so what is missing of a line can be unknown.
        fc.pre(now.isFinal || textOf(arrived).includes('\n'));
        const all = loggedText(textOf(cut.whole));
        const log = now.isFinal ? all : all.slice(0, all.lastIndexOf('\n') + 1);
        const stream = { ...now, arrived: streamsOf(arrived) };
        const gap = findGap(bytes(log), shownOf(cut, start, skipped), stream);
        expect(gap.kind).not.toBe('not-yet');
        if (gap.kind !== 'found') return;
        const output = joined(cut, gap.missed);
        if (channels.length === 1) expect(output.join('')).toBe(all);
        else if (isFirst) expect(sortedLines(...output)).toEqual(sortedLines(all));
        else expect(output.join('').length).toBe(all.length);
        if (gap.start.isExact && channels.length === 1)
          expect(gap.start.from).toBe(all.length - loggedText(textOf(cut.after)).length);
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('finds each gap of one stream that is quiet and whose beginning is known', () => {
    fc.assert(
      fc.property(cutOf(linesOn(['stdout'], '\r\n'), false), fc.boolean(), (cut, isFinal) => {
        const all = loggedText(textOf(cut.whole));
        const log = isFinal ? all : all.slice(0, all.lastIndexOf('\n') + 1);
        fc.pre(isFinal || textOf(cut.after).includes('\n'));
        const shown = shownOf(cut, { from: 0, isExact: true }, 0);
        const stream = { arrived: streamsOf(cut.after), isFinal, isQuiet: true };
        const gap = findGap(bytes(log), shown, stream);
        expect(gap.kind).toBe('found');
      }),
      { numRuns: runsOf(2000) },
    );
  });
});
