import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands/command-table.ts';
import { MAN_PAGES } from './man-pages.ts';
import { roffArgument, roffExample, roffTerm, roffText } from './roff.ts';

describe('roffText', () => {
  it.each([
    { text: 'plain', roff: 'plain' },
    { text: '--image', roff: String.raw`\-\-image` },
    { text: String.raw`a\nb`, roff: String.raw`a\enb` },
    { text: '.dotted', roff: String.raw`\&.dotted` },
    { text: "'quoted'", roff: String.raw`\&'quoted'` },
    { text: 'a\n.b', roff: `a\n${String.raw`\&`}.b` },
    { text: 'TARGET…', roff: String.raw`TARGET\[u2026]` },
    { text: '🙂', roff: String.raw`\[u1F642]` },
  ])('writes $text as $roff', ({ text, roff }) => {
    expect(roffText(text)).toBe(roff);
  });
});

it('keeps a quote within an argument', () => {
  expect(roffArgument('say "x"')).toBe(String.raw`"say \(dqx\(dq"`);
});

it('keeps each line of an example, also one that begins with a dot', () => {
  expect(roffExample(['.hidden', 'ls'])).toBe(String.raw`.RS 4
.nf
\&.hidden
ls
.fi
.RE`);
});

it('puts a term above its meaning', () => {
  expect(roffTerm('-q', '.x')).toBe(String.raw`.TP
\fB\-q\fR
\&.x`);
});

describe('the man pages', () => {
  const pages = MAN_PAGES.map(({ path, render }) => ({ path, text: render() }));

  it('are one for each command, and one for each name of the program', () => {
    const names = COMMANDS.flatMap(({ name }) => (name === 'debug' ? [] : [`kubectl-debug-${name}`]));
    expect(pages.map(({ path }) => path).toSorted()).toEqual(
      ['kubectl-dbg', 'kubectl-debug', ...names].map((name) => `man/man1/${name}.1`).toSorted(),
    );
  });

  it.each(pages)('$path has only requests that man pages use, and only ASCII', ({ text }) => {
    const requests = [...text.matchAll(/^[.'](.*)$/gm)].map(([, request = '']) => request.split(' ')[0]);
    const known = ['TH', 'SH', 'SS', 'TP', 'PP', 'RS', 'RE', 'nf', 'fi', 'br', 'so', String.raw`\"`];
    expect(requests.filter((request) => !known.includes(request ?? ''))).toEqual([]);
    expect(text).not.toMatch(/[^\0-\x7f]|\n\n|[ \t]\n/);
  });

  it.each(COMMANDS)('tell each flag of $name', ({ name, flags }) => {
    const path = `man/man1/kubectl-debug${name === 'debug' ? '' : `-${name}`}.1`;
    const text = pages.find((page) => page.path === path)?.text ?? '';
    for (const flag of flags) expect(text).toContain(roffText(`--${flag.name}`));
  });
});
