import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { openOutput } from './output.ts';
import { sortByStream } from './sorted-output.ts';

type Step = readonly ['log' | 'out' | 'err', string] | 'opened' | 'closed';

function sort() {
  const fake = anIo();
  const over = new AbortController();
  const sorted = sortByStream(fake.io, openOutput(fake.io), over.signal);
  const take = (step: Step): void => {
    if (step === 'opened') sorted.opened();
    else if (step === 'closed') sorted.closed();
    else if (step[0] === 'log') sorted.output.write('stdout', Buffer.from(step[1]));
    else sorted.heard(step[0] === 'out' ? 'stdout' : 'stderr', Buffer.from(step[1]));
  };
  const settle = async (): Promise<void> => {
    const settled = sorted.settled(over.signal);
    for (let tries = 0; tries < 8; tries += 1) await fake.advance(500);
    await settled;
  };
  return { ...fake, sorted, take, settle, stop: () => over.abort() };
}

describe('sortByStream', () => {
  it.each<{
    readonly label: string;
    readonly steps: readonly Step[];
    readonly out: string;
    readonly err: string;
  }>([
    { label: 'nobody listened', steps: [['log', 'a\nb']], out: 'a\nb', err: '' },
    {
      label: 'both streams were heard first',
      steps: ['opened', ['err', 'e1\ne2\n'], ['out', 'o1\n'], ['log', 'e1\no1\ne2\n']],
      out: 'o1\n',
      err: 'e1\ne2\n',
    },
    {
      label: 'the log came first',
      steps: ['opened', ['log', 'e\no\n'], ['out', 'o\n'], ['err', 'e\n']],
      out: 'o\n',
      err: 'e\n',
    },
    {
      label: 'the first lines came before the attach',
      steps: [['log', 'missed\n'], 'opened', ['log', 'missed too\ne\n'], ['err', 'e\n']],
      out: 'missed\nmissed too\n',
      err: 'e\n',
    },
    {
      label: 'the attach began in the middle of a line',
      steps: ['opened', ['err', 'lf\ne\n'], ['log', 'half\ne\n']],
      out: 'half\n',
      err: 'e\n',
    },
    {
      label: 'a line was heard too late',
      steps: ['closed', ['log', 'e1\n'], 'opened', ['err', 'e1\ne2\n'], ['log', 'e2\n']],
      out: 'e1\n',
      err: 'e2\n',
    },
    {
      label: 'the streams hold CRs, bytes that are no text, and lines in parts',
      steps: ['opened', ['err', 'a\r'], ['err', '\nü'], ['err', '\n'], ['log', 'a\nü'], ['log', '\n']],
      out: '',
      err: 'a\nü\n',
    },
    {
      label: 'both print the same lines',
      steps: ['opened', ['err', '\n'], ['err', 'e\n'], ['out', '\no\n'], ['log', '\ne\n\no\n']],
      out: '\no\n',
      err: '\ne\n',
    },
    {
      label: 'both end without a line feed',
      steps: ['opened', ['out', 'o'], ['err', 'e'], ['log', 'oe'], 'closed', 'opened'],
      out: 'o',
      err: 'e',
    },
    {
      label: 'the attach is opened anew',
      steps: [
        'opened',
        ['err', 'e1\npart'],
        'closed',
        'opened',
        ['err', 'e3\n'],
        ['log', 'e1\npart of e2\ne3\n'],
      ],
      out: 'part of e2\n',
      err: 'e1\ne3\n',
    },
  ])('puts each line on the stream where it was heard: $label', async ({ steps, out, err }) => {
    const { take, settle, stdoutText, stderrText } = sort();
    steps.forEach(take);
    await settle();
    expect({ out: stdoutText(), err: stderrText() }).toEqual({ out, err });
  });

  it('holds a line back while it may still be heard, and no longer', async () => {
    const { take, advance, stdoutText } = sort();
    take('opened');
    take(['log', 'line\n']);
    await advance(999);
    expect(stdoutText()).toBe('');
    await advance(1);
    await advance(0);
    expect(stdoutText()).toBe('line\n');
  });

  it('shows at once what waits when it is left', () => {
    const { take, sorted, stdoutText, stderrText } = sort();
    take('opened');
    [['log', 'o\ne\nend'] as const, ['err', 'e\n'] as const].forEach(take);
    sorted.showRest();
    expect(stdoutText()).toBe('o\nend');
    expect(stderrText()).toBe('e\n');
  });

  it('takes lines longer than it remembers, and shows each byte of them', async () => {
    const { take, settle, stderrText } = sort();
    const long = `${'x'.repeat(2_500_000)}\nnext\n`;
    take('opened');
    take(['err', long]);
    take(['log', long.slice(0, 40_000)]);
    take(['log', long.slice(40_000)]);
    await settle();
    expect(stderrText() === long).toBe(true);
  });

  it('forgets what it heard rather than grow, and shows each line of the log all the same', async () => {
    const { take, settle, stdoutText, stderrText } = sort();
    const lines = Array.from({ length: 90_000 }, (_, index) => `${index} ${'x'.repeat(100)}\n`).join('');
    take('opened');
    take(['err', lines]);
    take(['log', lines]);
    await settle();
    expect(stdoutText().length + stderrText().length).toBe(lines.length);
  });

  it('shows each line of any log once and in order, and none on the wrong stream that was heard whole', async () => {
    const line = fc.record({ isError: fc.boolean(), text: fc.constantFrom('', 'a', 'b', 'long line') });
    const property = fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.integer({ min: 0, max: 30 }),
      fc.infiniteStream(fc.boolean()),
      async (lines, missed, isLogFirst) => {
        const { take, settle, stdoutText, stderrText, stop } = sort();
        lines.slice(0, missed).forEach(({ text }) => take(['log', `${text}\n`]));
        take('opened');
        for (const [index, { isError, text }] of lines.slice(missed).entries()) {
          const numbered = `${index} ${text}\n`;
          const heard = [isError ? 'err' : 'out', numbered] as const;
          const steps = isLogFirst.next().value
            ? [['log', numbered] as const, heard]
            : [heard, ['log', numbered] as const];
          steps.forEach(take);
        }
        await settle();
        stop();
        const heard = lines
          .slice(missed)
          .map(({ isError, text }, index) => ({ isError, text: `${index} ${text}\n` }));
        const before = lines.slice(0, missed).map(({ text }) => `${text}\n`);
        const of = (wanted: boolean): string =>
          heard
            .filter(({ isError }) => isError === wanted)
            .map(({ text }) => text)
            .join('');
        expect(stdoutText()).toBe(before.join('') + of(false));
        expect(stderrText()).toBe(of(true));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
