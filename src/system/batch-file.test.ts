import { describe, expect, it } from 'vitest';
import { commandOf } from './batch-file.ts';

const windows = { platform: 'win32', env: { ComSpec: 'C:\\Windows\\System32\\cmd.exe' } } as const;
const lineOf = (program: string, args: readonly string[]) => commandOf(program, args, windows).args.at(-1);

describe('commandOf', () => {
  it.each([
    { label: 'a program of Linux', program: '/usr/bin/login.cmd', place: { platform: 'linux', env: {} } },
    { label: 'an executable of Windows', program: 'C:\\bin\\login.exe', place: windows },
  ] as const)('starts $label as it is', ({ program, place }) => {
    expect(commandOf(program, ['a b', '%PATH%'], place)).toEqual({
      file: program,
      args: ['a b', '%PATH%'],
      isVerbatim: false,
    });
  });

  it('runs a batch file in cmd.exe, without its start-up commands', () => {
    expect(commandOf('C:\\bin\\login.CMD', [], windows)).toEqual({
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/s', '/c', '"C:\\bin\\login.CMD"'],
      isVerbatim: true,
    });
  });

  it.each([
    { env: { SystemRoot: 'D:\\Win' }, file: 'D:\\Win\\System32\\cmd.exe' },
    { env: { ComSpec: 'cmd.exe' }, file: 'C:\\Windows\\System32\\cmd.exe' },
  ])('finds cmd.exe with $env', ({ env, file }) => {
    expect(commandOf('C:\\a.bat', [], { platform: 'win32', env }).file).toBe(file);
  });

  it.each([
    { arg: 'token', line: '^^^"token^^^"' },
    { arg: 'a b', line: '^^^"a^^^ b^^^"' },
    { arg: '', line: '^^^"^^^"' },
    { arg: '%USERNAME%', line: '^^^"^^^%USERNAME^^^%^^^"' },
    { arg: 'x&calc', line: '^^^"x^^^&calc^^^"' },
    { arg: 'say "hi"', line: '^^^"say^^^ \\^^^"hi\\^^^"^^^"' },
    { arg: 'a\\\\"b', line: '^^^"a\\\\\\\\\\^^^"b^^^"' },
    { arg: 'C:\\a\\', line: '^^^"C:\\a\\\\^^^"' },
  ])('keeps $arg one argument', ({ arg, line }) => {
    expect(lineOf('C:\\bin\\login.cmd', [arg])).toBe(`"C:\\bin\\login.cmd ${line}"`);
  });

  it('keeps a folder with spaces one word', () => {
    expect(lineOf('C:\\Program Files (x86)\\login.cmd', [])).toBe('"C:\\Program^ Files^ ^(x86^)\\login.cmd"');
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('refuses %j', (arg) => {
    expect(() => lineOf('C:\\a.cmd', [arg])).toThrow('takes no line feeds');
  });
});
