import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, startCommand, type CommandResult } from '../drivers/run-command.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const run = (...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['completion', ...argv]));

/** The words that are offered, and the last line; asserts that nothing else was said. */
async function complete(
  ...words: readonly string[]
): Promise<{ words: readonly string[]; directive: string }> {
  const { exitCode, stdout, stderr } = await run('--', ...words);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  return {
    words: lines.slice(0, -1).map((line) => line.split('\t')[0] ?? ''),
    directive: lines.at(-1) ?? '',
  };
}

describe('completion', () => {
  it.each([
    { typed: ['att'], words: ['attach'] },
    { typed: ['he'], words: ['help'] },
    { typed: ['-n', 'shop', 'vers'], words: ['version'] },
    { typed: ['help', 'c'], words: ['check', 'cp', 'capture', 'completion'] },
    { typed: ['-q', 'help', 'pod'], words: ['pods'] },
    { typed: ['help', 'pods', ''], words: [] },
    { typed: ['version', ''], words: [] },
    { typed: ['check', 'help'], words: [] },
    { typed: ['debug', '--prof'], words: ['--profile'] },
    { typed: ['web-1', '--profile=re'], words: ['--profile=restricted'] },
    { typed: ['web-1', '--profile', 're'], words: ['restricted'] },
    { typed: ['web-1', '--image-pull-policy', ''], words: ['Always', 'IfNotPresent', 'Never'] },
    { typed: ['check', '-oy'], words: ['-oyaml'] },
    { typed: ['completion', ''], words: ['bash', 'zsh', 'fish', 'powershell'] },
    { typed: ['-n', 'kube-s'], words: ['kube-system'] },
    { typed: ['pods', '--context='], words: ['--context=playground'] },
    { typed: ['pods', '--contexts='], words: ['--contexts=playground'] },
    { typed: ['audit', '--contexts', 'x,'], words: ['x,playground'] },
    { typed: ['audit', '--contexts', 'playground,'], words: [] },
    { typed: ['web-1', '--', 'att'], words: [] },
    { typed: ['node/'], words: ['node/playground'] },
    { typed: ['forward', 'sv'], words: ['svc/'] },
    { typed: ['capture', 'dep'], words: ['deploy/'] },
    { typed: ['capture', 'no'], words: [] },
    { typed: ['capture', 'node/'], words: [] },
    { typed: ['no-such/'], words: [] },
    { typed: ['web-1', '--no-such', '--prof'], words: ['--profile'] },
  ])('offers $words behind $typed', async ({ typed, words }) => {
    expect(await complete(...typed)).toEqual({ words, directive: ':4' });
  });

  it('offers the containers of a pod behind POD: of cp, and nothing for what is in them', async () => {
    expect(await complete('cp', `${pod}:`)).toEqual({ words: [`${pod}:app:`], directive: ':4' });
    expect((await complete('cp', 'here', `pod/${pod}:a`)).words).toEqual([`pod/${pod}:app:`]);
    for (const typed of [`${pod}:/`, `${pod}:app:`, `${pod}:x`, 'nobody:', './web:'])
      expect((await complete('cp', typed)).words).toEqual([]);
  });

  it('offers commands and pods in the first place, and pods only behind the first', async () => {
    expect((await complete('')).words).toEqual(expect.arrayContaining(['check', pod]));
    expect((await complete(pod, '')).words).toEqual([pod]);
    expect((await complete('check', 'web')).words).toEqual([pod]);
    expect((await complete('-n', 'kube-system', 'web')).words).toEqual([]);
  });

  it('offers the containers of the pod that was named', async () => {
    expect((await complete(pod, '--target=')).words).toEqual(['--target=app']);
    expect((await complete('-p', pod, '--target', '')).words).toEqual(['app']);
  });

  it('offers debug containers that run, and the images that were used', async () => {
    const argv = ['debug', pod, '--image=example.org/tools:2', '-q', '--attach=false', '-c', 'dbg'];
    await finish(cluster.start([...argv, '--', 'sleep', '1000']));
    await cluster.untilContainer(pod, 'dbg', 'running');
    expect((await complete('attach', pod, '-c', '')).words).toEqual(['dbg']);
    const other = await cluster.makePod();
    expect((await complete('attach', '')).words).toEqual([pod]);
    expect((await complete('attach', `pod/${pod.slice(0, 2)}`)).words).toEqual([`pod/${pod}`]);
    expect((await complete('stop', '')).words).toEqual([pod]);
    expect((await complete('stop', pod, '-c', '')).words).toEqual(['dbg']);
    expect((await complete('check', '')).words).toContain(other);
    expect((await complete(pod, '--image', 'example')).words).toEqual(['example.org/tools:2']);
  });

  it('leaves files to the shell', async () => {
    expect(await complete('-f', 'x')).toEqual({ words: [], directive: ':0' });
  });

  it('says nothing when there is no cluster to ask', async () => {
    expect(await complete('--server=http://127.0.0.1:1', 'we')).toEqual({ words: [], directive: ':4' });
    expect(await complete('--kubeconfig=/no/such/file', 'we')).toEqual({ words: [], directive: ':4' });
  });

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { exitCode, stdout } = await run(shell);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kubectl-debug completion --');
  });

  it.each([{ argv: [] }, { argv: ['tcsh'] }, { argv: ['bash', 'zsh'] }])(
    'refuses $argv',
    async ({ argv }) => {
      const { exitCode, stderr } = await run(...argv);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/\[usage\]\nhint: /);
    },
  );
});

it('offers further pods and the words of a filter behind a pod of capture', async () => {
  const other = await cluster.makePod();
  const { words } = await complete('capture', pod, '');
  expect(words).toEqual(expect.arrayContaining(['tcp', 'not', other]));
  expect(words).not.toContain(pod);
  expect((await complete('capture', pod, 'tcp', '')).words).not.toContain(other);
  await cluster.playground.deletePod({ namespace: 'default', name: other });
});

/** The last test: it leaves another pod behind. */
it('offers the TCP ports that a pod declares behind forward, also behind a local port', async () => {
  const ports = [
    { name: 'http', containerPort: 8080 },
    { containerPort: 9090 },
    { name: 'dns', containerPort: 53, protocol: 'UDP' },
  ];
  const spec = { containers: [{ name: 'app', command: ['sleep', '60'], ports }] };
  await cluster.makePod(undefined, { name: 'ports-1', spec });
  expect((await complete('forward', 'por')).words).toEqual(['ports-1']);
  expect((await complete('forward', 'ports-1', '')).words).toEqual(['8080', 'http', '9090']);
  expect((await complete('forward', 'pod/ports-1', '80:')).words).toEqual(['80:8080', '80:http', '80:9090']);
  expect((await complete('forward', 'ports-1', '8080', ':h')).words).toEqual([':http']);
  const { stdout } = await run('--', 'forward', 'ports-1', '80');
  expect(stdout).toBe('8080\thttp, container app\n:4\n');
  for (const typed of ['80:db:', '80:db:5', 'localhost:80:'])
    expect((await complete('forward', 'ports-1', typed)).words).toEqual([]);
});

it.each(['bash', 'zsh', 'fish', 'powershell'])(
  'prints a script for %s that serves both names of the program',
  async (shell) => {
    const { exitCode, stdout } = await finish(startCommand(['completion', shell], { kubeconfig: '' }));
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kubectl-dbg');
    // PowerShell takes dashes that are not quoted out of the arguments of a script.
    expect(stdout).toMatch(shell === 'powershell' ? /completion '--' / : /completion -- /);
  },
);
