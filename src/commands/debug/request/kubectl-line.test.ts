import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DEBUG_FLAGS } from '../../../flags/tables/debug-flags.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import { GLOBAL_FLAGS } from '../../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../../flags/parse-command-line.ts';
import { renderKubectlLine } from './kubectl-line.ts';

const FLAGS = [...DEBUG_FLAGS, ...GLOBAL_FLAGS];
const parse = (argv: readonly string[]): CommandInput => parseCommandLine(FLAGS, argv);
const render = (argv: readonly string[]): string => renderKubectlLine(parse(argv));

/** The words that a shell makes of a line, without `kubectl debug`. */
function shellWords(line: string): readonly string[] {
  const script = `kubectl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(1, -1);
}

describe('renderKubectlLine', () => {
  it.each([
    { argv: ['web-1', '--image=busybox'], line: 'kubectl debug web-1 --image=busybox --attach' },
    {
      argv: ['--image', 'busybox', '-it', 'node/n1', '-n', 'shop'],
      line: 'kubectl debug node/n1 --image=busybox --stdin --tty --namespace=shop',
    },
    {
      argv: ['a', 'b', '--image=x', '--attach=false', '--', 'sh', '-c', "echo 'a b'"],
      line: String.raw`kubectl debug a b --image=x --attach=false -- sh -c 'echo '\''a b'\'''`,
    },
    { argv: ['a', '--image=x', '--', ''], line: "kubectl debug a --image=x --attach -- ''" },
    { argv: ['a', '--image=x', '--'], line: 'kubectl debug a --image=x --attach --' },
    { argv: ['-f', 'a.yaml,b.yaml'], line: 'kubectl debug --filename=a.yaml --filename=b.yaml' },
    { argv: ['a', '-v', '6'], line: 'kubectl debug a --v=6' },
    { argv: ['a', '--image=x', '-i'], line: 'kubectl debug a --image=x --stdin' },
    { argv: ['a', '--image=x', '--attach'], line: 'kubectl debug a --image=x --attach' },
    { argv: ['a', '--image=x', '--dry-run=client'], line: 'kubectl debug a --image=x' },
    { argv: ['a', '--image=x', '-d'], line: 'kubectl debug a --image=x --attach=false' },
    {
      argv: ['a', '--copy-to=b', '-c', 'app', '--', 'ls'],
      line: 'kubectl debug a --container=app --attach --copy-to=b -- ls',
    },
    { argv: ['a', '--set-image=*=x'], line: "kubectl debug a '--set-image=*=x'" },
  ])('prints $line', ({ argv, line }) => {
    expect(render(argv)).toBe(line);
  });

  it('leaves out the flags that kubectl does not have', () => {
    const calls = ['--timeout=1m', '--via=log', '--envelope=false', '--no-reconnect', '--rm'];
    const ours = [...calls, '--dry-run=server', '-o', 'yaml', '--show-kubectl'];
    expect(render(['a', '--image=x', ...ours])).toBe('kubectl debug a --image=x');
  });

  it.each([
    { flag: '--token=sesame', shown: '--token=***' },
    { flag: '--password=sesame', shown: '--password=***' },
    { flag: '--server=https://ali:sesame@k.example:6443/x', shown: '--server=https://***@k.example:6443/x' },
    { flag: '--server=ali:ses@me@k.example', shown: '--server=***@k.example' },
    { flag: '--proxy-url=socks5://ali:ses/ame@p:1', shown: '--proxy-url=socks5://***@p:1' },
    { flag: '--filename=http://ali:sesame@w.example/p', shown: '--filename=http://***@w.example/p' },
    { flag: '--filename=https://w.example/p?sig=sesame', shown: '--filename=https://w.example/p?***' },
    { flag: '--server=https://k.example/#sesame', shown: '--server=https://k.example/#***' },
    { flag: '--server=https://k.example', shown: '--server=https://k.example' },
    { flag: '--filename=a@b.yaml', shown: '--filename=a@b.yaml' },
  ])('shows $shown for $flag', ({ flag, shown }) => {
    expect(shellWords(render([flag]))).toEqual([shown]);
  });

  it.each([
    { label: 'a comma behind one equals sign', argv: ['--env=A=1,2'] },
    { label: 'a comma behind two', argv: ['--env="A=x=1,2"'] },
    { label: 'several variables', argv: ['--env=A=1', '--env="B=1,2",C='] },
    { label: 'quotes and line breaks', argv: ['--env="A=say ""yes"", twice\nplease",B=2'] },
    { label: 'a quote and nothing else special', argv: ['--env=A=a"b'] },
    { label: 'an empty value', argv: ['--env=A='] },
    { label: 'files with commas in their names', argv: ['-f', '"a,b.yaml",c.yaml'] },
    { label: 'several groups', argv: ['--as=u', '--as-group=a,b', '--as-group=c'] },
    { label: 'durations', argv: ['--log-flush-frequency=90s'] },
    { label: 'words for a shell', argv: ['a', '--image=$(x)', '--', '*', '`x`', '"', '\\', '~', '!'] },
  ])('means the same when a shell has read it: $label', ({ argv }) => {
    const given = parse(argv);
    const again = parse(shellWords(renderKubectlLine(given)));
    expect(again.names).toEqual(given.names);
    expect(again.commandAfterDash).toEqual(given.commandAfterDash);
    expect(again.flags.keyValues('env')).toEqual(given.flags.keyValues('env'));
    for (const name of ['filename', 'as-group'])
      expect(again.flags.strings(name)).toEqual(given.flags.strings(name));
    for (const name of ['image', 'as']) expect(again.flags.string(name)).toBe(given.flags.string(name));
    expect(again.flags.duration('log-flush-frequency')).toBe(given.flags.duration('log-flush-frequency'));
  });
});
