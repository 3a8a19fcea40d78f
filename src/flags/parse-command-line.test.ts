import { describe, expect, it } from 'vitest';
import { ATTACH_FLAGS } from './tables/attach-flags.ts';
import { DEBUG_FLAGS } from './tables/debug-flags.ts';
import type { CommandInput, Flag } from './flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from './tables/global-flags.ts';
import { findCommand, parseCommandLine } from './parse-command-line.ts';
import { POD_FLAGS } from './tables/pods-flags.ts';

const FLAGS: readonly Flag[] = [
  ...DEBUG_FLAGS,
  ...GLOBAL_FLAGS,
  ...PROGRAM_FLAGS,
  { name: 'list', kind: 'strings', group: 'run', description: 'no command has one of this kind yet' },
];

const parse = (...argv: readonly string[]): CommandInput => parseCommandLine(FLAGS, argv);

describe('parseCommandLine', () => {
  it.each<[argv: string[], flag: string, expected: string]>([
    [['--image', 'busybox'], 'image', 'busybox'],
    [['--image=busybox'], 'image', 'busybox'],
    [['--image=a=b'], 'image', 'a=b'],
    [['--image', '--target'], 'image', '--target'],
    [['--image', '--'], 'image', '--'],
    [['--image='], 'image', ''],
    [['--image', ''], 'image', ''],
    [['--image=a', '--image=b'], 'image', 'b'],
    [['--image_pull_policy=Always'], 'image-pull-policy', 'Always'],
    [['-nshop'], 'namespace', 'shop'],
    [['-n=shop'], 'namespace', 'shop'],
    [['-n', 'shop'], 'namespace', 'shop'],
    [['-n', '-i'], 'namespace', '-i'],
    [['-itn', 'shop'], 'namespace', 'shop'],
    [['-itnshop'], 'namespace', 'shop'],
    [['-itn=shop'], 'namespace', 'shop'],
    [['-c='], 'container', '='],
    [['-c=='], 'container', '='],
    [['-c', ''], 'container', ''],
    [['--container='], 'container', ''],
    [['-c', 'ä-ö'], 'container', 'ä-ö'],
    [['web-1'], 'profile', 'general'],
  ])('reads %j as a text for --%s: %j', (argv, flag, expected) => {
    expect(parse(...argv).flags.string(flag)).toBe(expected);
  });

  it.each<[argv: string[], flag: string, expected: boolean]>([
    [['-it'], 'stdin', true],
    [['-it'], 'tty', true],
    [['-ti=false'], 'stdin', false],
    [['-it=0'], 'tty', false],
    [['-i=false'], 'stdin', false],
    [['--stdin'], 'stdin', true],
    [['--stdin=T'], 'stdin', true],
    [['--stdin=FALSE'], 'stdin', false],
    [['--stdin', '--stdin=f'], 'stdin', false],
    [['--attach=false'], 'attach', false],
    [['web-1'], 'attach', true],
    [['web-1'], 'stdin', false],
  ])('reads %j as a boolean for --%s: %s', (argv, flag, expected) => {
    expect(parse(...argv).flags.boolean(flag)).toBe(expected);
  });

  it.each<[argv: string[], expected: Record<string, string>]>([
    [[], {}],
    [['--env', 'A=1'], { A: '1' }],
    [['--env=A=1,2'], { A: '1,2' }],
    [['--env=A='], { A: '' }],
    [['--env==1'], { '': '1' }],
    [['--env="A=1,2"'], { A: '1,2' }],
    [['--env=A=1,B=2'], { A: '1', B: '2' }],
    [['--env="A=1,2",B=3'], { A: '1,2', B: '3' }],
    [['--env="A=say ""x""",B=3'], { A: 'say "x"', B: '3' }],
    [['--env="A=1\n2",B=3'], { A: '1\n2', B: '3' }],
    [['--env=A=1\n2'], { A: '1\n2' }],
    [['--env=A=b=c'], { A: 'b=c' }],
    [['--env=A=1', '--env=B=2', '--env=A=3'], { A: '3', B: '2' }],
    [['--env=__proto__=x'], Object.fromEntries([['__proto__', 'x']])],
  ])('reads the pairs of %j', (argv, expected) => {
    expect(parse(...argv).flags.keyValues('env')).toStrictEqual(expected);
  });

  it.each<[argv: string[], flag: string, expected: string[]]>([
    [['--as-group=a,b', '--as-group', 'c'], 'as-group', ['a,b', 'c']],
    [['--list=a,b', '--list', 'c'], 'list', ['a', 'b', 'c']],
    [['--list="a,b",c'], 'list', ['a,b', 'c']],
    [['--list=a,'], 'list', ['a', '']],
    [['--list='], 'list', []],
    [[], 'list', []],
  ])('reads %j as several texts for --%s', (argv, flag, expected) => {
    expect(parse(...argv).flags.strings(flag)).toEqual(expected);
  });

  it.each<[argv: string[], milliseconds: number]>([
    [[], 300_000],
    [['--timeout=90s'], 90_000],
    [['--timeout', '1h30m'], 5_400_000],
    [['--timeout=1.5s'], 1500],
    [['--timeout=.5s'], 500],
    [['--timeout=100us'], 0.1],
    [['--timeout=0'], 0],
    [['--timeout=-5s'], -5000],
    [['--timeout=+5s'], 5000],
  ])('reads the duration of %j in milliseconds', (argv, milliseconds) => {
    expect(parse(...argv).flags.duration('timeout')).toBe(milliseconds);
  });

  it.each<[argv: string[], level: number]>([
    [[], 0],
    [['-v6'], 6],
    [['-v=7'], 7],
    [['--v', '+8'], 8],
    [['-v', '-1'], -1],
  ])('reads the level of %j', (argv, level) => {
    expect(parse(...argv).flags.integer('v')).toBe(level);
  });

  it.each<[argv: string[], names: string[], commandAfterDash: string[] | undefined]>([
    [['web-1'], ['web-1'], undefined],
    [['-it', 'web-1', '--image', 'busybox', 'web-2'], ['web-1', 'web-2'], undefined],
    [['--quiet', 'false'], ['false'], undefined],
    [['-'], ['-'], undefined],
    [[''], [''], undefined],
    [['web-1', '--'], ['web-1'], []],
    [['web-1', '--', 'ls', '-l'], ['web-1'], ['ls', '-l']],
    [['--', 'ls', '--', '--help'], [], ['ls', '--', '--help']],
  ])('finds the names and the command of %j', (argv, names, commandAfterDash) => {
    expect(parse(...argv)).toMatchObject({ names, commandAfterDash });
  });

  // What kubectl 1.37 prints for the same flags.
  it.each<[argv: string[], message: string]>([
    [['--imag', 'x'], 'unknown flag: --imag'],
    [['--Image=x'], 'unknown flag: --Image'],
    [['--no-attach'], 'unknown flag: --no-attach'],
    [['-x'], "unknown shorthand flag: 'x' in -x"],
    [['-xi'], "unknown shorthand flag: 'x' in -xi"],
    [['-ix'], "unknown shorthand flag: 'x' in -x"],
    [['-i='], "unknown shorthand flag: '=' in -="],
    [['--image'], 'flag needs an argument: --image'],
    [['-c'], "flag needs an argument: 'c' in -c"],
    [['-ic'], "flag needs an argument: 'c' in -c"],
    [['---image'], 'bad flag syntax: ---image'],
    [['--=x'], 'bad flag syntax: --=x'],
    [
      ['--attach=maybe'],
      'invalid argument "maybe" for "--attach" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [['--attach='], 'invalid argument "" for "--attach" flag: strconv.ParseBool: parsing "": invalid syntax'],
    [['-it=x'], 'invalid argument "x" for "-t, --tty" flag: strconv.ParseBool: parsing "x": invalid syntax'],
    [['-v', 'x'], 'invalid argument "x" for "-v, --v" flag: strconv.ParseInt: parsing "x": invalid syntax'],
    [
      ['-v', '2147483648'],
      'invalid argument "2147483648" for "-v, --v" flag: strconv.ParseInt: parsing "2147483648": value out of range',
    ],
    [['--env', 'A'], 'invalid argument "A" for "--env" flag: A must be formatted as key=value'],
    [['--env=A=1,2,B=3'], 'invalid argument "A=1,2,B=3" for "--env" flag: 2 must be formatted as key=value'],
  ])('says of %j: %s', (argv, message) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ kind: 'usage', message }));
  });

  // Texts of Go's time package, which --timeout has and kubectl debug has not.
  it.each([
    ['5', 'missing unit in duration "5"'],
    ['1h5', 'missing unit in duration "1h5"'],
    ['5y', 'unknown unit "y" in duration "5y"'],
    ['1h-5m', 'unknown unit "h-" in duration "1h-5m"'],
    ['', 'invalid duration ""'],
    ['-', 'invalid duration "-"'],
    ['s', 'invalid duration "s"'],
    ['1s.', 'invalid duration "1s."'],
    ['9999999h', 'invalid duration "9999999h"'],
  ])('refuses the duration %j: %s', (text, why) => {
    const message = `invalid argument ${JSON.stringify(text)} for "--timeout" flag: time: ${why}`;
    expect(() => parse('--timeout', text)).toThrow(expect.objectContaining({ kind: 'usage', message }));
  });

  it.each([
    ['5', 'write 5s or 5m'],
    ['5y', 'write 30s, 5m or 1h30m'],
  ])('says how to write the duration %j', (text, hint) => {
    expect(() => parse('--timeout', text)).toThrow(expect.objectContaining({ hint }));
  });

  it.each([['A="b=c'], ['"A=b=c'], ['"A=b=c"d'], ['A=b=c\nD=e']])(
    'refuses %j, which cannot be split at commas without loss',
    (text) => {
      expect(() => parse('--env', text)).toThrow(/^invalid argument .* for "--env" flag: parse error/);
    },
  );

  it('reports the first mistake when there are several', () => {
    expect(() => parse('--attach=maybe', '--imag')).toThrow('strconv.ParseBool');
  });

  it.each([
    ['--imag', '--image'],
    ['--iamge', '--image'],
    ['--namespaces', '--namespace'],
  ])('proposes for %s: %s', (typed, near) => {
    expect(() => parse(`${typed}=x`)).toThrow(expect.objectContaining({ hint: `did you mean ${near}?` }));
  });

  it.each(['--zzz', '--copy-to', '--x'])('proposes nothing for %s', (typed) => {
    expect(() => parse(typed)).toThrow(expect.objectContaining({ hint: undefined }));
  });

  it('tells a flag that was typed from a default', () => {
    const { flags } = parse('--profile=general', '--env=A=1');
    expect(['profile', 'env', 'timeout'].map(flags.isGiven)).toEqual([true, true, false]);
  });

  it('throws for a flag that no table declares, or declares as another kind', () => {
    const { flags } = parse();
    expect(() => flags.string('imgae')).toThrow('no table declares');
    expect(() => flags.boolean('image')).toThrow('no table declares');
    expect(() => flags.isGiven('imgae')).toThrow('no table declares');
  });
});

describe('a command without --', () => {
  it.each<[argv: string[], names: string[], command: string[] | undefined, image: string | undefined]>([
    [['-it', '-m', 'debian', 'web-1', 'bash'], ['web-1'], ['bash'], 'debian'],
    [['-m', 'audit', '-p', 'web-1', '/security-audit.sh'], ['web-1'], ['/security-audit.sh'], 'audit'],
    [['-p', 'web-1', '-maudit', 'sh', '-c', 'exit 3'], ['web-1'], ['sh', '-c', 'exit 3'], 'audit'],
    [
      ['-p', 'web-1', 'ls', '-it', '--image=x', '--help'],
      ['web-1'],
      ['ls', '-it', '--image=x', '--help'],
      undefined,
    ],
    [['--pod=pod/web-1', 'ls'], ['pod/web-1'], ['ls'], undefined],
    [['-p', 'web-1', '--', 'ls', '-l'], ['web-1'], ['ls', '-l'], undefined],
    [['-m', 'debian', 'web-1', '--', 'ls'], ['web-1'], ['ls'], 'debian'],
    [['-m', 'debian', 'web-1'], ['web-1'], undefined, 'debian'],
    [['-m', 'debian', 'web-1', '-n', 'shop', 'ls'], ['web-1'], ['ls'], 'debian'],
    [['web-1', '-m', 'debian', 'ls', '--', 'x'], ['web-1'], ['ls', '--', 'x'], 'debian'],
    [['-p', 'web-1', '-p', 'web-2', 'ls'], ['web-1', 'web-2'], ['ls'], undefined],
    [['--image=debian', 'web-1', 'web-2'], ['web-1', 'web-2'], undefined, 'debian'],
    [['--image', 'debian', 'web-1', 'web-2'], ['web-1', 'web-2'], undefined, 'debian'],
  ])('of %j takes the pods %j and the command %j', (argv, names, command, image) => {
    const input = parse(...argv);
    expect([input.names, input.commandAfterDash, input.flags.string('image')]).toEqual([
      names,
      command,
      image,
    ]);
  });
});

describe('findCommand', () => {
  const commands = [{ name: 'debug' }, { name: 'pods' }] as const;
  const ALL = [...DEBUG_FLAGS, ...ATTACH_FLAGS, ...POD_FLAGS, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];

  it.each<[argv: string[], name: string | undefined, rest: string[]]>([
    [['pods', '-A'], 'pods', ['-A']],
    [['-n', 'pods', 'pods'], 'pods', ['-n', 'pods']],
    [['-A', 'pods', 'pods'], 'pods', ['-A', 'pods']],
    [['--nonsense', '-?', 'pods'], 'pods', ['--nonsense', '-?']],
    [['web-1', 'pods'], undefined, ['web-1', 'pods']],
    [['debug', 'pods'], 'debug', ['pods']],
    [['--image', 'pods', 'web-1'], undefined, ['--image', 'pods', 'web-1']],
    [['pod/pods'], undefined, ['pod/pods']],
    [['--', 'pods'], undefined, ['--', 'pods']],
    [['-p', 'web-1', 'pods'], undefined, ['-p', 'web-1', 'pods']],
    [['-m', 'x', 'pods', '-A'], 'pods', ['-m', 'x', '-A']],
    [['toString'], undefined, ['toString']],
  ])('takes the first name of %j for a command if it is one: %s', (argv, name, rest) => {
    expect(findCommand(commands, ALL, argv)).toEqual({ command: name && { name }, argv: rest });
  });
});
