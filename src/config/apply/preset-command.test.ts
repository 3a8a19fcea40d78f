import { describe, expect, it } from 'vitest';
import { BUILT_IN_PRESETS } from '../builtin-presets.ts';
import { scriptCommand, type Placed, type Preset } from '../config.ts';
import { withPresetCommand } from './preset-command.ts';

const preset = (command?: readonly string[]): Placed<Preset> => ({
  path: [],
  value: { description: '', flags: new Map(), ...(command && { command }) },
});
const PRESETS = new Map([
  ['jvm', preset(['jcmd', '1'])],
  ['script', preset(scriptCommand('script', 'echo "$1"'))],
  ['flags', preset()],
]);

interface Call {
  readonly presets: readonly string[];
  readonly typed?: readonly string[];
  readonly command?: string;
  readonly more?: string;
}

function commandOf({ presets, typed, command = 'debug', more }: Call) {
  const texts = new Map([['preset', presets], ...(more === undefined ? [] : [[more, ['x']] as const])]);
  return withPresetCommand({ name: command, flags: [] }, { texts, commandAfterDash: typed }, PRESETS);
}

describe('the command of a typed preset', () => {
  it.each([
    { presets: ['jvm'], typed: ['help'], runs: ['jcmd', '1', 'help'] },
    { presets: ['jvm'], typed: undefined, runs: ['jcmd', '1'] },
    { presets: ['script'], typed: ['; id'], runs: ['sh', '-c', 'echo "$1"', 'script', '; id'] },
    { presets: ['jvm', 'flags'], typed: [], runs: ['jcmd', '1'] },
    { presets: ['script,jvm'], typed: ['a'], runs: ['jcmd', '1', 'a'] },
  ])('of $presets goes before $typed', ({ presets, typed, runs }) => {
    const call = { presets, ...(typed && { typed }) };
    expect(commandOf(call)).toEqual({ commandAfterDash: runs, typedCommand: typed ?? [] });
  });

  it.each([{ presets: ['flags'] }, { presets: ['unknown'] }])('is none for $presets', (call) => {
    expect(commandOf({ ...call, typed: ['ls'] })).toEqual({});
  });

  it.each([
    { presets: ['jvm'], command: 'cp' },
    { presets: ['jvm'], command: 'audit', more: 'collect' },
    { presets: ['jvm'], command: 'audit', more: 'resume' },
  ])('is refused where nothing is run: $command $more', (call) => {
    expect(() => commandOf(call)).toThrow('the preset "jvm" runs a command, but this call runs none');
  });
});

it.each([
  { name: 'tls', command: 'debug', hint: 'kubectl-debug POD --preset=tls -- HOST[:PORT]' },
  { name: 'dns', command: 'audit', hint: 'kubectl-debug audit POD --preset=dns -- NAME' },
])('the preset $name of $command refuses to run without its word', ({ name, command, hint }) => {
  const withWords = (commandAfterDash?: readonly string[]) =>
    withPresetCommand(
      { name: command, flags: [] },
      { texts: new Map([['preset', [name]]]), commandAfterDash },
      BUILT_IN_PRESETS,
    );
  for (const words of [undefined, []])
    expect(() => withWords(words)).toThrow(expect.objectContaining({ kind: 'usage', hint }));
  expect(withWords(['x']).typedCommand).toEqual(['x']);
});

it.each([
  { line: 'connect                0.3 ms', masked: 'connect <mask>' },
  { line: 'db.  10.0.0.1  A     12.0 ms  NXDOMAIN', masked: 'db.  10.0.0.1  A <mask>  NXDOMAIN' },
  { line: 'TLS                    -', masked: 'TLS                    -' },
])('the presets mask times: $line', ({ line, masked }) => {
  for (const name of ['dns', 'http']) {
    const [times = ''] = BUILT_IN_PRESETS.get(name)?.value.flags.get('mask')?.value ?? [];
    expect(line.replace(new RegExp(times, 'gm'), '<mask>')).toBe(masked);
  }
});

it('the scripts of this program get the typed words as arguments, never as shell', () => {
  const commands = [...BUILT_IN_PRESETS].flatMap(([name, { value }]) =>
    value.command === undefined ? [] : [[name, value.command] as const],
  );
  expect(commands.map(([name]) => name)).toEqual(['tls', 'dns', 'http']);
  for (const [name, command] of commands)
    expect(command).toEqual(['sh', '-c', expect.stringContaining('$#') as unknown, name]);
});
