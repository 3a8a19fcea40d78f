import { describe, expect, it } from 'vitest';
import { anIo } from '../test/builders/an-io.ts';
import { runProgram, type ProgramName } from './program.ts';

async function call(argv: readonly string[], programName?: ProgramName) {
  const { io, stdoutText, stderrText } = anIo();
  const exitCode = await runProgram(io, argv, programName && { programName, onCommand: () => undefined });
  return { exitCode, stdout: stdoutText(), stderr: stderrText() };
}

describe('runProgram', () => {
  it.each([
    [['--version']],
    [['version']],
    [['version', '--client']],
    [['-n', 'shop', 'version', '--client=true']],
    [['pods', '--version']],
    [['-n', 'shop', '--version']],
  ])('prints name and version for %j', async (argv) => {
    expect(await call(argv)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^kubectl-debug \S+\n$/),
      stderr: '',
    });
  });

  it.each([
    [['--help'], '[debug] [TARGET...]', ['--image=IMAGE', '--namespace=NAME', '  attach ', 'Examples:']],
    [['-h'], '[debug] [TARGET...]', ['--image=IMAGE', '  pods ']],
    [['--help=true'], '[debug] [TARGET...]', ['--image=IMAGE', '  pods ']],
    [['web-1', '-ih'], '[debug] [TARGET...]', ['--image=IMAGE']],
    [['attach', '--help'], 'attach [POD]', ['--container=NAME', '--namespace=NAME', 'Examples:']],
    [['help'], '[debug] [TARGET...]', ['--image=IMAGE', '  attach ', '  help ', '  version ', 'Examples:']],
    [['help', 'version'], '[debug] [TARGET...]', ['  version ']],
    [['-n', 'shop', 'help', 'pods'], 'pods [NAME...]', ['--selector=SELECTOR']],
    [['help', 'attach'], 'attach [POD]', ['--container=NAME', 'Examples:']],
    [['--help', 'pods'], 'pods [NAME...]', ['--selector=SELECTOR', '-A, ', 'Examples:']],
    [['--help=all'], '[debug] [TARGET...]', ['--show-kubectl', 'Which pods:', '  attach ']],
    [['help', 'flags'], '[debug] [TARGET...]', ['--show-kubectl', 'Which pods:', '  attach ']],
    [['-h=all', 'pods'], 'pods [NAME...]', ['--chunk-size=COUNT', 'Output:']],
    [['help', 'flags', 'pods'], 'pods [NAME...]', ['--chunk-size=COUNT', 'Output:']],
  ])('prints the help for %j on stdout', async (argv, usage, parts) => {
    const { exitCode, stdout, stderr } = await call(argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: kubectl-debug ${usage}`);
    for (const part of parts) expect(stdout).toContain(part);
  });

  it.each([[['options']], [['help', 'options']], [['--help=options']], [['pods', '-h=options']]])(
    'prints the flags of every command for %j',
    async (argv) => {
      const { exitCode, stdout, stderr } = await call(argv);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain('--insecure-skip-tls-verify ');
      expect(stdout).not.toContain('--image=');
    },
  );

  it('asks about no pod where the value of --help is false', async () => {
    const { stdout } = await call(['version', '--help=false']);
    expect(stdout).toMatch(/^kubectl-debug /);
  });

  it.each([
    { argv: ['help', 'auidt'], hint: 'did you mean kubectl dbg help audit?' },
    {
      argv: ['help', 'nonsense'],
      hint: 'all commands: kubectl dbg help; all topics: kubectl dbg help topics',
    },
    { argv: ['help', 'flag'], hint: 'did you mean kubectl dbg help flags?' },
    { argv: ['help', 'flags', 'nonsense'], hint: 'all commands: kubectl dbg help' },
    { argv: ['help', 'options', 'topics'], hint: 'all topics: kubectl dbg help topics' },
    { argv: ['options', 'web-1'], hint: 'to debug a pod named "options": kubectl dbg pod/options' },
    {
      argv: ['--help=nonsense'],
      hint: 'kubectl dbg --help; put the command to run, and its flags, after --',
    },
    {
      argv: ['version', '-o', 'json'],
      hint: 'for the version of the API server: kubectl version; to debug a pod named "version": kubectl dbg pod/version',
    },
    {
      argv: ['version', '--client=false'],
      hint: 'kubectl dbg --help; put the command to run, and its flags, after --',
    },
    { argv: ['help', '--', 'ls'], hint: 'to debug a pod named "help": kubectl dbg pod/help' },
    { argv: ['pdos', '--explain'], hint: 'did you mean kubectl dbg pods?' },
    { argv: ['pdos', '-A'], hint: 'did you mean kubectl dbg pods?' },
    {
      argv: ['audit', '-n', 'X', '--context=c', 'deploy/fleet'],
      hint: 'kubectl dbg audit -n X --context=c deploy/fleet -- COMMAND',
    },
    {
      argv: ['audit', '--kubeconfig=/my files/config', '--as', 'bob', '-n', 'X', 'deploy/fleet'],
      hint: "kubectl dbg audit '--kubeconfig=/my files/config' --as bob -n X deploy/fleet -- COMMAND",
    },
    {
      argv: ['audit', '--password=sesame', '--token', 'sesame', '-n', 'X', 'web-1'],
      hint: 'kubectl dbg audit -n X web-1 -- COMMAND',
    },
    {
      argv: ['help', 'auidt', '--as=bob', '--server=https://u:p@h', '--kubeconfig=/my files/config'],
      hint: "did you mean kubectl dbg '--kubeconfig=/my files/config' --as=bob help audit?",
    },
    { argv: ['audit', '--token=sesame', 'web-1'], hint: 'kubectl dbg audit web-1 -- COMMAND' },
  ])('answers $argv with: $hint', async ({ argv, hint }) => {
    const { stdout, stderr } = await call(argv, 'kubectl dbg');
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: .* \[usage\]\n/);
    expect(stderr.split('\n')[1]).toBe(`hint: ${hint}`);
  });

  it('shows only the flags of the command that was asked about', async () => {
    const { stdout } = await call(['attach', '--help']);
    expect(stdout).not.toContain('--image');
    expect(stdout).not.toContain('Commands:');
  });

  it('calls itself in the help as it was called', async () => {
    const { stdout } = await call(['--help'], 'kubectl dbg');
    expect(stdout).toContain('Usage: kubectl dbg [debug] [TARGET');
    expect(stdout).not.toMatch(/kubectl-debug/);
  });

  it('shows how it is called, on stderr, when a script asks nothing', async () => {
    const { exitCode, stdout, stderr } = await call([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toMatch(
      /^Usage:\n {2}kubectl-debug \[debug\] \[TARGET.*\n[^]*hint: kubectl-debug --help\n$/,
    );
  });

  it.each([
    [
      ['--zzz'],
      125,
      'unknown flag: --zzz',
      'kubectl-debug --help; put the command to run, and its flags, after --',
    ],
    [['debug', '-zweb'], 125, "unknown shorthand flag: 'z' in -zweb", 'kubectl-debug debug --help'],
    [['attach', '--image=x'], 125, 'unknown flag: --image', 'kubectl-debug attach --help'],
    [
      ['capture', 'web-1', '-i', 'eth0'],
      2,
      "unknown shorthand flag: 'i' in -i",
      expect.stringMatching(/--interface=NAME$/),
    ],
    [
      ['capture', 'web-1', '-c3'],
      2,
      "unknown shorthand flag: 'c' in -c3",
      expect.stringMatching(/--packets=N$/),
    ],
    [
      ['capture', 'web-1', '-n'],
      2,
      "flag needs an argument: 'n' in -n",
      expect.stringMatching(/^addresses are always numbers/),
    ],
    [['capture', 'web-1', '-z'], 2, "unknown shorthand flag: 'z' in -z", 'kubectl-debug capture --help'],
    [['pods', '-i'], 1, "unknown shorthand flag: 'i' in -i", 'kubectl-debug pods --help'],
    [['pods', '--image=x'], 1, 'unknown flag: --image', 'kubectl-debug pods --help'],
    [['-it', 'pods'], 1, "unknown shorthand flag: 'i' in -it", 'kubectl-debug pods --help'],
    [['--imag=x', 'web-1'], 125, 'unknown flag: --imag', 'did you mean --image?'],
    [['--', '--help'], 125, expect.any(String), expect.any(String)],
  ])('ends %j with %i and says why', async (argv, exitCode, message, hint) => {
    const result = await call(argv);
    const lines = /^error: (?<message>.*) \[usage\]\nhint: (?<hint>.*)\n$/.exec(result.stderr);
    expect({ ...result, ...lines?.groups }).toMatchObject({ exitCode, stdout: '', message, hint });
  });

  it('makes text from the command line safe to print', async () => {
    const { stderr } = await call(['--\u001b[31m']);
    expect(stderr).not.toContain('\u001b');
  });
});
