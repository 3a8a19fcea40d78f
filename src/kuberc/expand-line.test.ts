import { describe, expect, it } from 'vitest';
import { COMMANDS, DEFAULT_COMMAND } from '../commands/command-table.ts';
import { GLOBAL_FLAGS } from '../flags/tables/global-flags.ts';
import { resolveCommand, usableAliases } from './expand-line.ts';
import type { Alias, CommandDefaults, OptionDefault, Preference } from './preference.ts';

const options = (...texts: readonly string[]): readonly OptionDefault[] =>
  texts.map((text) => {
    const [name = '', ...value] = text.split('=');
    return { name, value: value.join('=') };
  });
const anAlias = (name: string, command: string, rest: Partial<Alias> = {}): Alias => ({
  name,
  command,
  prependArgs: [],
  appendArgs: [],
  options: [],
  ...rest,
});
const defaultsOf = (command: string, ...texts: readonly string[]): CommandDefaults => ({
  command,
  options: options(...texts),
});

interface Given {
  readonly aliases?: readonly Alias[];
  readonly defaults?: readonly CommandDefaults[];
}

const expand = (line: string, { aliases = [], defaults = [] }: Given, isUnfinished = false) => {
  const preference: Preference = {
    aliases,
    defaults,
    credentialPluginPolicy: '',
    credentialPluginAllowlist: undefined,
  };
  const argv = line === '' ? [] : line.split(' ');
  const {
    command,
    isNamed,
    expand: read,
  } = resolveCommand(
    { file: 'FILE', preference },
    { argv, commands: COMMANDS, fallback: DEFAULT_COMMAND, globalFlags: GLOBAL_FLAGS, isUnfinished },
  );
  const expanded = read();
  return { ...expanded, isNamed, line: [command.name, ...expanded.argv].join(' ') };
};

describe('defaults', () => {
  const debug = defaultsOf('debug', 'image=b:1', 'stdin=true', 'target=app');
  it.each([
    { line: '', expected: 'debug --image=b:1 --stdin=true --target=app' },
    { line: 'web-1 -- ls', expected: 'debug --image=b:1 --stdin=true --target=app web-1 -- ls' },
    { line: 'debug web-1', expected: 'debug --image=b:1 --stdin=true --target=app web-1' },
    { line: 'web-1 --image=x', expected: 'debug --stdin=true --target=app web-1 --image=x' },
    { line: 'web-1 --image x', expected: 'debug --stdin=true --target=app web-1 --image x' },
    { line: '-m x -it web-1', expected: 'debug --target=app -m x -it web-1' },
    { line: 'web-1 --stdin=false', expected: 'debug --image=b:1 --target=app web-1 --stdin=false' },
    {
      line: 'web-1 -- ls --image=x -i',
      expected: 'debug --image=b:1 --stdin=true --target=app web-1 -- ls --image=x -i',
    },
    { line: 'web-1 -nit', expected: 'debug --image=b:1 --stdin=true --target=app web-1 -nit' },
    { line: 'attach web-1', expected: 'attach web-1' },
    { line: 'audit web-1 -- ls', expected: 'audit web-1 -- ls' },
    { line: 'pods', expected: 'pods' },
  ])('of debug make "$expected" of "$line"', ({ line, expected }) => {
    expect(expand(line, { defaults: [debug] }).line).toBe(expected);
  });

  it.each([
    { command: 'get', line: 'pods', expected: 'pods --output=wide' },
    { command: 'get pods', line: 'pods', expected: 'pods --output=wide' },
    { command: '  get  nodes ', line: 'pods web-1', expected: 'pods --output=wide web-1' },
    { command: 'pods', line: 'pods', expected: 'pods' },
    { command: '', line: 'pods', expected: 'pods' },
  ])('of "$command" make "$expected" of "$line"', ({ command, line, expected }) => {
    expect(expand(line, { defaults: [defaultsOf(command, 'output=wide')] }).line).toBe(expected);
  });

  it('count one after the other, and in all spellings of a flag', () => {
    const defaults = [defaultsOf('debug', 'image_pull_policy=Always'), defaultsOf('debug', 'env=A=1', 'v=6')];
    expect(expand('p', { defaults }).line).toBe('debug --image-pull-policy=Always --env=A=1 --v=6 p');
  });

  it.each(['attach', 'get'])('of %s may be for flags that only kubectl has', (command) => {
    const line = command === 'get' ? 'pods' : 'attach p';
    const own = command === 'get' ? 'server-print' : 'pod-running-timeout';
    const { warnings, argv } = expand(line, { defaults: [defaultsOf(command, `${own}=x`, 'profile=cpu')] });
    expect({ warnings, argv }).toEqual({ warnings: [], argv: line === 'pods' ? [] : ['p'] });
  });

  it('leave an output format out that only kubectl has, and say so', () => {
    const { line, warnings } = expand('pods', { defaults: [defaultsOf('get', 'output=go-template={{.x}}')] });
    expect(line).toBe('pods');
    expect(warnings).toEqual([
      expect.stringContaining('only kubectl has the output format "go-template={{.x}}"'),
    ]);
  });

  it.each([
    { options: ['attach=true'], line: 'p -d', expected: 'debug p -d' },
    { options: ['attach=true'], line: 'p --wait', expected: 'debug p --wait' },
    { options: ['attach=false'], line: 'p --rm', expected: 'debug p --rm' },
    { options: ['attach=false'], line: 'p --rm=false', expected: 'debug --attach=false p --rm=false' },
    { options: ['stdin=true', 'tty=true'], line: 'p --via=log', expected: 'debug p --via=log' },
    { options: ['stdin=true'], line: 'p --via=exec', expected: 'debug --stdin=true p --via=exec' },
  ])('$options give way to what was typed: "$line"', ({ options: texts, line, expected }) => {
    expect(expand(line, { defaults: [defaultsOf('debug', ...texts)] }).line).toBe(expected);
  });

  it.each([
    { options: ['output=wide', 'show-labels=true'], line: 'pods --explain p', expected: 'pods --explain p' },
    { options: ['output=yaml'], line: 'pods --containers', expected: 'pods --containers' },
    { options: ['output=wide'], line: 'pods --resources', expected: 'pods --output=wide --resources' },
  ])('$options give way to what was typed: "$line"', ({ options: texts, line, expected }) => {
    expect(expand(line, { defaults: [defaultsOf('get', ...texts)] }).line).toBe(expected);
  });

  it.each([
    { command: 'debug', option: 'nope=1', message: 'kubectl debug has no flag --nope' },
    { command: 'debug', option: 'help=true', message: 'kubectl debug has no flag --help' },
    { command: 'debug', option: 'i=true', message: 'kubectl debug has no flag --i' },
    { command: 'debug', option: 'stdin=yes', message: '--stdin cannot be "yes"' },
    { command: 'get', option: 'target=x', message: 'kubectl get has no flag --target' },
  ])('of $command for $option are refused', ({ command, option, message }) => {
    const line = command === 'get' ? 'pods' : 'web-1';
    const call = () => expand(line, { defaults: [defaultsOf(command, option)] });
    expect(call).toThrow(
      expect.objectContaining({ kind: 'kuberc', message: expect.stringContaining(message) }),
    );
    // Of another command they matter to nobody.
    expect(expand('check', { defaults: [defaultsOf(command, option)] }).line).toBe('check');
  });

  it('of a command that kubectl does not have are told', () => {
    const { warnings } = expand('check', {
      defaults: [defaultsOf('nope'), defaultsOf('nope'), defaultsOf('top')],
    });
    expect(warnings).toEqual(['FILE: defaults of "nope": kubectl has no such command']);
  });
});

describe('an alias', () => {
  const net = anAlias('net', 'debug', { options: options('image=n:1', 'profile=netadmin') });
  const aliases = [
    net,
    anAlias('say', 'debug', { prependArgs: ['web-1'], appendArgs: ['--', 'echo'] }),
    anAlias('join', 'attach', { options: options('container=dbg', 'stdin=true', 'tty=true') }),
    anAlias('getp', 'get', { prependArgs: ['pods'], options: options('output=wide') }),
    anAlias('getx', 'get pods'),
    anAlias('runx', 'run'),
    anAlias('logs', 'debug'),
    anAlias('check', 'debug'),
  ];
  it.each([
    { line: 'net web-1', expected: 'debug --image=n:1 --profile=netadmin web-1' },
    { line: '-n shop net web-1', expected: 'debug --image=n:1 --profile=netadmin -n shop web-1' },
    { line: 'net web-1 --image=x', expected: 'debug --profile=netadmin web-1 --image=x' },
    { line: 'say', expected: 'debug web-1 -- echo' },
    { line: 'say -q', expected: 'debug web-1 -q -- echo' },
    { line: 'say -- ls', expected: 'debug web-1 -- ls -- echo' },
    { line: 'join web-1', expected: 'attach --container=dbg web-1' },
    { line: 'getp', expected: 'pods --output=wide' },
    { line: 'getp web-1 -o name', expected: 'pods web-1 -o name' },
    { line: 'getx po web-1', expected: 'pods web-1' },
    { line: 'getx pods.v1. web-1', expected: 'pods web-1' },
    { line: 'getx pod/web-1 po/web-2', expected: 'pods pod/web-1 po/web-2' },
    { line: 'getx -f x.yaml', expected: 'pods -f x.yaml' },
    { line: 'getx -n pods po', expected: 'pods -n pods' },
  ])('makes "$expected" of "$line"', ({ line, expected }) => {
    expect(expand(line, { aliases })).toMatchObject({ line: expected, isNamed: true });
  });

  it.each([
    { why: 'another command named the line', line: 'debug net', expected: 'debug net' },
    { why: 'it is no first name', line: 'web-1 net', expected: 'debug web-1 net' },
    { why: 'a flag named the pod', line: '-p web-1 net', expected: 'debug -p web-1 net' },
    { why: 'it is the pod of a flag', line: '--pod=net', expected: 'debug --pod=net' },
    { why: 'a type says that it is a pod', line: 'pod/net', expected: 'debug pod/net' },
    { why: 'it belongs to the command', line: '-- net', expected: 'debug -- net' },
    { why: 'we do not have its command', line: 'runx', expected: 'debug runx' },
    { why: 'kubectl has a command of that name', line: 'logs', expected: 'debug logs' },
    { why: 'it differs in letter case', line: 'Net', expected: 'debug Net' },
    { why: 'it is a value', line: '-n net', expected: 'debug -n net' },
    { why: 'we have a command of that name', line: 'check', expected: 'check' },
  ])('is none where $why', ({ line, expected }) => {
    expect(expand(line, { aliases }).line).toBe(expected);
  });

  it('does not get the defaults of its command', () => {
    const defaults = [defaultsOf('debug', 'target=app')];
    expect(expand('net web-1', { aliases, defaults }).line).not.toContain('target');
  });

  it.each([
    { label: 'has defaults', aliases: [net], defaults: [defaultsOf('net', 'image=x')] },
    {
      label: 'has a flag that nobody has',
      aliases: [anAlias('net', 'debug', { options: options('nope=1') })],
    },
    { label: 'stands for what kubectl does not have', aliases: [anAlias('net', 'nope')] },
    { label: 'stands for another alias', aliases: [anAlias('net', 'tea'), anAlias('tea', 'debug')] },
  ])('that $label is refused when it is used', (given) => {
    expect(() => expand('net web-1', given)).toThrow(expect.objectContaining({ kind: 'kuberc' }));
    expect(expand('check', given).line).toBe('check');
  });

  it.each(['getx', 'getx web-1', 'getx no n1', 'getx pods,svc', 'getx pod/a deploy/b', 'getx deploy/b'])(
    'of get lists only pods: "%s" is refused',
    (line) => {
      expect(() => expand(line, { aliases })).toThrow(expect.objectContaining({ kind: 'usage' }));
    },
  );

  it.each([
    { line: 'say', expected: 'debug web-1' },
    { line: 'getx', expected: 'pods' },
    { line: 'getx po', expected: 'pods' },
  ])('of a line that goes on, "$line", is "$expected"', ({ line, expected }) => {
    expect(expand(line, { aliases }, true).line).toBe(expected);
  });

  it('is a word of ours where nothing else has its name', () => {
    const preference = {
      aliases,
      defaults: [],
      credentialPluginPolicy: '',
      credentialPluginAllowlist: undefined,
    };
    expect(usableAliases(preference, COMMANDS).map(({ name }) => name)).toEqual([
      'net',
      'say',
      'join',
      'getp',
      'getx',
    ]);
  });
});
