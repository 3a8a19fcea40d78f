import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { findTwoStreamsStart, type MissedStreams } from './find-two-streams-start.ts';

interface Case {
  readonly label: string;
  readonly log: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly isFinal?: boolean;
  readonly missed?: { readonly stdout: string; readonly stderr: string };
  readonly kind?: MissedStreams['kind'];
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const match = ({ log, stdout = '', stderr = '', isFinal = false }: Omit<Case, 'label'>): MissedStreams =>
  findTwoStreamsStart(bytes(log), { stdout: bytes(stdout), stderr: bytes(stderr) }, isFinal);

function textOf(found: MissedStreams): unknown {
  if (found.kind !== 'found') return found.kind;
  return { stdout: found.missed.stdout.toString(), stderr: found.missed.stderr.toString() };
}

/** A burst of many lines on one stream, behind a few on the other, as the log has them. */
const BURST = Array.from({ length: 8000 }, (_, index) => `line ${index}\n`).join('');

describe('a burst', () => {
  it.each([
    { label: 'at the ends', isFinal: true },
    { label: 'while more may come', isFinal: false },
  ])('is found behind what came before both streams $label', ({ isFinal }) => {
    const found = match({
      log: `before\nmissed\nbad\nworse\n${BURST}`,
      stdout: BURST,
      stderr: 'worse\n',
      isFinal,
    });
    expect(textOf(found)).toEqual({ stdout: 'before\nmissed\nbad\n', stderr: '' });
  });

  it('is found in front of what the other stream says last', () => {
    const found = match({ log: `m\n${BURST}bad\n`, stdout: BURST, stderr: 'bad\n', isFinal: true });
    expect(textOf(found)).toEqual({ stdout: 'm\n', stderr: '' });
  });
});

describe('findTwoStreamsStart', () => {
  it.each<Case>([
    {
      label: 'one place',
      log: 'm\no\ne\n',
      stdout: 'o\n',
      stderr: 'e\n',
      missed: { stdout: 'm\n', stderr: '' },
    },
    {
      label: 'streams in another order than in the log',
      log: 'm\no1\no2\ne1\no3\n',
      stdout: 'o1\no2\no3\n',
      stderr: 'e1\n',
      missed: { stdout: 'm\n', stderr: '' },
    },
    {
      label: 'a line from before the attach that stands behind a later one of the other stream',
      log: 'o1\nmissed\no2\ne1\no3\n',
      stdout: 'o1\no2\no3\n',
      stderr: 'e1\n',
      missed: { stdout: 'missed\n', stderr: '' },
    },
    {
      label: 'streams that begin within a line',
      log: 'm\nabc\ndef\n',
      stdout: 'c\n',
      stderr: 'ef\n',
      missed: { stdout: 'm\nab', stderr: 'd' },
    },
    {
      label: 'a log that is ahead',
      log: 'o1\ne1\no2\ne2\n',
      stdout: 'o1\n',
      stderr: 'e1\n',
      missed: { stdout: '', stderr: '' },
    },
    { label: 'a log that lags behind', log: 'm\no1\n', stdout: 'o1\n', stderr: 'e1\n', kind: 'not-yet' },
    {
      label: 'lines that may be missed or newer',
      log: 'o\nx\ne\n',
      stdout: 'o\n',
      stderr: 'e\n',
      kind: 'ambiguous',
    },
    {
      label: 'equal lines of which some are missed',
      log: 'x\n'.repeat(5),
      stdout: 'x\n',
      stderr: 'x\n',
      isFinal: true,
      missed: { stdout: 'x\n'.repeat(3), stderr: '' },
    },
    {
      label: 'a last line that nobody has finished',
      log: 'm\ne\nend',
      stdout: 'end',
      stderr: 'e\n',
      isFinal: true,
      missed: { stdout: 'm\n', stderr: '' },
    },
    {
      label: 'the beginning of a last line',
      log: 'the end',
      stdout: 'end',
      isFinal: true,
      missed: { stdout: 'the ', stderr: '' },
    },
    { label: 'all of it', log: 'a\nb', isFinal: true, missed: { stdout: 'a\nb', stderr: '' } },
    {
      label: 'a log without its end',
      log: 'o\n',
      stdout: 'o\n',
      stderr: 'e\n',
      isFinal: true,
      kind: 'not-yet',
    },
  ])('copes with $label', ({ missed, kind, ...rest }) => {
    expect(textOf(match(rest))).toEqual(missed ?? kind);
  });

  it('gives up on a log of equal lines, and soon', () => {
    const x = 'x\n'.repeat(5000);
    expect(match({ log: x, stdout: x.slice(0, 4000), stderr: x.slice(0, 1000) }).kind).toBe('ambiguous');
  });

  it('reads a long head without trying everything', () => {
    const head = Array.from({ length: runsOf(200_000) }, (_, index) => `${index}\n`).join('');
    const found = match({ log: `${head}o\ne\n`, stdout: 'o\n', stderr: 'e\n' });
    expect(found.kind === 'found' && found.missed.stdout.toString() === head).toBe(true);
  });
});

/** Lines of few different kinds, each of one of the streams. */
const written = fc.array(
  fc.record({
    channel: fc.constantFrom('stdout' as const, 'stderr' as const),
    text: fc.constantFrom('a', 'b', 'ab', ''),
  }),
  { maxLength: 14 },
);

describe('findTwoStreamsStart on any output', () => {
  it('makes it whole once it has ended: each stream keeps its order, and no line is lost or comes twice', () => {
    fc.assert(
      fc.property(written, fc.nat(14), (lines, attachAt) => {
        const attached = (channel: 'stdout' | 'stderr'): string =>
          lines
            .slice(attachAt)
            .flatMap((line) => (line.channel === channel ? [`${line.text}\n`] : []))
            .join('');
        const log = lines.map(({ text }) => `${text}\n`).join('');
        const streams = { stdout: attached('stdout'), stderr: attached('stderr') };
        const found = match({ log, ...streams, isFinal: true });
        expect(found.kind).not.toBe('not-yet');
        if (found.kind !== 'found') return;
        const shown = `${found.missed.stdout.toString()}${streams.stdout}`;
        const errors = `${found.missed.stderr.toString()}${streams.stderr}`;
        const sorted = (text: string): readonly string[] => text.split('\n').toSorted();
        expect(sorted(shown + errors)).toEqual(sorted(log));
      }),
      { numRuns: runsOf(3000) },
    );
  });

  it('never finds a wrong place while it goes on', () => {
    fc.assert(
      fc.property(written, fc.nat(14), fc.nat(14), (lines, attachAt, logUntil) => {
        const texts = (channel: 'stdout' | 'stderr'): string =>
          lines
            .slice(attachAt)
            .flatMap((line) => (line.channel === channel ? [`${line.text}\n`] : []))
            .join('');
        const log = lines
          .slice(0, Math.max(attachAt, logUntil))
          .map(({ text }) => `${text}\n`)
          .join('');
        fc.pre(lines.length > attachAt && logUntil >= lines.length);
        const found = match({ log, stdout: texts('stdout'), stderr: texts('stderr') });
        const missed = lines
          .slice(0, attachAt)
          .map(({ text }) => `${text}\n`)
          .join('');
        const isTwoStreams = texts('stdout') !== '' && texts('stderr') !== '';
        if (isTwoStreams && found.kind === 'found')
          expect(found.missed.stdout.length + found.missed.stderr.length).toBe(missed.length);
      }),
      { numRuns: runsOf(3000) },
    );
  });
});
