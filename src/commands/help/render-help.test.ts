import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../command-table.ts';
import { PROGRAM_WORDS } from '../program-words.ts';
import { COMMON_FLAGS } from './common-flags.ts';
import { renderFirstHelp, renderFullHelp, renderOptions, type HelpContext } from './render-help.ts';

const PLAIN = { strong: String };
const NAMES = ['kubectl-debug', 'kubectl dbg'] as const;
const PROGRAM = { command: DEFAULT_COMMAND, words: [...COMMANDS, ...PROGRAM_WORDS] };
const SUBJECTS = [
  { label: 'the program', subject: PROGRAM },
  ...COMMANDS.map((command) => ({ label: command.name, subject: { command, words: undefined } })),
];

const at = (width: number, programName: string = NAMES[0]): HelpContext => ({
  programName,
  width,
  styles: PLAIN,
});

describe('the first help', () => {
  it.each(SUBJECTS.flatMap((each) => NAMES.map((name) => ({ ...each, name }))))(
    'of $label as $name fits on one screen',
    ({ subject, name }) => {
      const lines = renderFirstHelp(subject, at(80, name)).trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(45);
      // A call is typed on one line.
      const texts = lines.filter(
        (line) => !line.startsWith(`  ${name} `) && !line.includes(`${name} capture`),
      );
      expect(texts.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it.each(SUBJECTS)('of $label breaks no text of a flag or a command at 80 columns', ({ subject }) => {
    const common = COMMON_FLAGS[subject.command.name];
    if (common === undefined) return;
    const lines = renderFirstHelp(subject, at(80)).split('\n');
    expect(lines.filter((line) => line.startsWith('        '))).toEqual([]);
  });

  it('calls the program by the name that was typed', () => {
    const texts = SUBJECTS.map(({ subject }) => renderFirstHelp(subject, at(80, 'kubectl dbg')));
    expect(texts.join('').replaceAll('kubectl-debug.fish', '')).not.toContain('kubectl-debug');
  });

  it('puts texts below their terms in a narrow window', () => {
    const help = renderFirstHelp(PROGRAM, at(40));
    expect(help).toContain('\n      --rootfs\n      start in the root file system of\n      the target\n');
  });

  it('shows the aliases of the user', () => {
    const words = [...PROGRAM.words, { name: 'dbgnet', summary: 'alias of debug --preset=net' }];
    expect(renderFirstHelp({ ...PROGRAM, words }, at(80))).toContain('\n  dbgnet      alias of debug');
  });

  it('emphasizes headings only', () => {
    const help = renderFirstHelp(PROGRAM, { ...at(80), styles: { strong: (text) => `<${text}>` } });
    expect([...help.matchAll(/<(.*?)>/g)].map(([, heading]) => heading)).toEqual([
      'Usage:',
      'Examples:',
      'Commands:',
      'Flags used most:',
      'More:',
    ]);
  });
});

it.each(Object.entries(COMMON_FLAGS))('knows every common flag of %s', (name, common) => {
  const flags = [...(COMMANDS.find((command) => command.name === name)?.flags ?? []), ...GLOBAL_FLAGS];
  const known = flags.map((flag) => flag.name);
  expect(Object.keys(common).filter((flag) => !known.includes(flag))).toEqual([]);
  expect(Object.keys(common).length).toBeLessThanOrEqual(12);
});

describe('the full help', () => {
  it.each(SUBJECTS)('of $label shows every flag once, with its default', ({ subject }) => {
    const help = renderFullHelp(subject, at(1000));
    const shown = help.split('\n').flatMap((line) => /^ {2}(?:-\w, | {4})--([\w-]+)/.exec(line)?.[1] ?? []);
    expect(shown.toSorted()).toEqual(subject.command.flags.map(({ name }) => name).toSorted());
    for (const flag of subject.command.flags)
      if (flag.default !== undefined)
        expect(help.replaceAll(/\s+/g, ' ')).toContain(`(default ${flag.default})`);
  });

  it('puts flags under headings', () => {
    const help = renderFullHelp(PROGRAM, at(80));
    const headings = [...help.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Examples',
      'Commands',
      'Which pods',
      'What runs',
      'Rights',
      'Session',
      'Copies and node pods',
      'Reason and record',
      'Output',
      'More',
    ]);
  });
});

it('leaves flags without effect out of the options', () => {
  const options = renderOptions(at(80));
  expect(options).toContain('--context=NAME');
  expect(options).not.toContain('--vmodule');
});
