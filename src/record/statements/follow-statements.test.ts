import { describe, expect, it } from 'vitest';
import { followStatements } from './follow-statements.ts';
import type { MarkedPart } from './split-marks.ts';

/** Keys that are sent, or a part of the output. */
type Step = { readonly keys: string } | MarkedPart;

const keys = (text: string): Step => ({ keys: text });
const text = (shown: string): Step => ({ kind: 'text', bytes: Buffer.from(shown) });
const prompt = (exitCode = 0, folder = '/'): readonly Step[] => [
  { kind: 'begin', exitCode, folder, hasHistory: false },
  text('/ # '),
  { kind: 'end', hasEditor: true },
];
const dashPrompt = (exitCode = 0): readonly Step[] => [
  { kind: 'begin', exitCode, folder: '/', hasHistory: false },
  text('$ '),
  { kind: 'end', hasEditor: false },
];
const bashPrompt = (exitCode = 0): readonly Step[] => [
  { kind: 'begin', exitCode, folder: '/', hasHistory: true },
  text('# '),
  { kind: 'end', hasEditor: true },
];
const entered = (number: number, line: string): Step => ({ kind: 'entered', number, line });
const more: readonly Step[] = [{ kind: 'more' }, text('> '), { kind: 'end', hasEditor: true }];

function follow(steps: readonly Step[]): readonly string[] {
  const told: string[] = [];
  const statements = followStatements({
    columns: () => 80,
    add: (each) =>
      told.push(
        each.kind === 'result'
          ? `${each.number} exits with ${each.exitCode}`
          : `${each.number} in ${each.cwd}: ${each.line}${each.continues ? ' (goes on)' : ''}${each.typedAhead ? ' (ahead)' : ''}`,
      ),
  });
  for (const step of steps) {
    if ('keys' in step) statements.typed(Buffer.from(step.keys));
    else statements.read(step);
  }
  return told;
}

describe('followStatements', () => {
  it.each<{ label: string; steps: readonly Step[]; told: readonly string[] }>([
    {
      label: 'a command, when it is entered, and its exit code at the next prompt',
      steps: [...prompt(), keys('ls\r'), text('ls\r\nfile\r\n'), ...prompt(2)],
      told: ['1 in /: ls', '1 exits with 2'],
    },
    {
      label: 'a command that ends the shell',
      steps: [...prompt(0, '/srv'), keys('exit\r'), text('exit\r\n')],
      told: ['1 in /srv: exit'],
    },
    { label: 'no empty line', steps: [...prompt(), keys('\r'), text('\r\n'), ...prompt(2)], told: [] },
    {
      label: 'a command of two lines',
      steps: [
        ...prompt(),
        keys('for\r'),
        text('for\r\n'),
        ...more,
        keys('do\r'),
        text('do\r\n1\r\n'),
        ...prompt(),
      ],
      told: ['1 in /: for', '1 in /: do (goes on)', '1 exits with 0'],
    },
    {
      label: 'a prompt that is drawn anew',
      steps: [...prompt(), text('l'), text('\r'), ...prompt(), keys('ls\r'), text('ls\r\n'), ...prompt()],
      told: ['1 in /: ls', '1 exits with 0'],
    },
    {
      label: 'no list of completions',
      steps: [
        ...prompt(),
        keys('l\t\t'),
        text('l\r\nls lsof\r\n'),
        ...prompt(),
        text('l'),
        keys('s\r'),
        text('s\r\n'),
      ],
      told: ['1 in /: ls'],
    },
    {
      label: 'lines that were pasted at once',
      steps: [...prompt(), keys('a\nb\n'), text('a\r\n'), ...prompt(), text('b\r\n'), ...prompt(1)],
      told: ['1 in /: a', '1 exits with 0', '2 in /: b', '2 exits with 1'],
    },
    {
      label: 'what dash was given',
      steps: [...dashPrompt(), keys('ls\r'), text('ls\r\nfile\r\n'), ...dashPrompt(1)],
      told: ['1 in /: ls', '1 exits with 1'],
    },
    {
      label: 'that a line was typed ahead of the prompt of dash, and never its output in place of it',
      steps: [keys('ls\r'), text('ls\r\n'), ...dashPrompt(), text('file\r\n'), ...dashPrompt(1)],
      told: ['1 in /:  (ahead)', '1 exits with 1'],
    },
    {
      label: 'what the history of bash has of a line that scrolls, and what was drawn of one that it lacks',
      steps: [
        ...bashPrompt(),
        keys('echo 1234\r'),
        text(`\r<${'4'.repeat(200)}\u001b[3A\r\n`),
        entered(1, 'echo 1234'),
        text('1234\r\n'),
        ...bashPrompt(1),
        keys(' ls\r'),
        text(' ls\r\n'),
        entered(1, 'echo 1234'),
        ...bashPrompt(2),
        keys('if (\r'),
        text('if (\r\nsyntax error\r\n'),
        ...bashPrompt(3),
      ],
      told: [
        '1 in /: echo 1234',
        '1 exits with 1',
        '2 in /:  ls',
        '2 exits with 2',
        '3 in /: if (',
        '3 exits with 3',
      ],
    },
    { label: 'nothing without a prompt', steps: [keys('ls\r'), text('ls\r\nfile\r\n')], told: [] },
  ])('tells $label', ({ steps, told }) => {
    expect(follow(steps)).toEqual(told);
  });
});
