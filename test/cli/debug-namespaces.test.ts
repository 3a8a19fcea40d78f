import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

const SPEC = { containers: [{ name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] }] };
const PLACES = [
  { namespace: 'shop', name: 'web-1' },
  { namespace: 'shop', name: 'web-2' },
  { namespace: 'team', name: 'api-2' },
];
const IMAGE = '--image=busybox';

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground();
  const { playground } = cluster;
  for (const place of PLACES) playground.createPod({ ...place, spec: SPEC });
  await until(
    () => PLACES.every((place) => playground.getPod(place)?.status?.containerStatuses?.[0]?.state?.running),
    () => 'three pods that run',
  );
});
afterAll(() => cluster.close());

const run = (...argv: readonly string[]): Promise<CommandResult> => finish(cluster.start(argv));
function runWithInput(input: string, ...argv: readonly string[]): Promise<CommandResult> {
  const command = cluster.start(argv);
  command.stdin.end(input);
  return finish(command);
}
/** The names of the debug containers of all pods, each with its place. */
const added = (): readonly string[] =>
  PLACES.flatMap((place) =>
    (cluster.playground.getPod(place)?.spec.ephemeralContainers ?? []).map(
      ({ name }) => `${place.namespace}/${place.name} ${name}`,
    ),
  );

describe('one call for pods of several namespaces', () => {
  it('debugs each in its namespace, and says which one', async () => {
    const { exitCode, stdout, stderr } = await run(
      'shop/web-1',
      'team/api-2',
      IMAGE,
      '-c',
      'both',
      '--',
      'echo',
      'hello',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'hello\nhello\n' });
    expect(stderr).toMatch(/using shop\/web-1\b[^]*using team\/api-2\b/);
    expect(added()).toEqual(['shop/web-1 both', 'team/api-2 both']);
  });

  it('says nothing of namespaces if there is one', async () => {
    const { stderr } = await run('shop/web-1', 'shop/web-2', IMAGE, '-c', 'one', '--', 'true');
    expect(stderr).not.toContain('using shop');
  });

  it.each([
    { label: 'a pod that is not there', argv: ['shop/web-1', 'team/web-9'], kind: 'not-found' },
    { label: 'a namespace that is not there', argv: ['shop/web-1', 'nowhere/web-1'], kind: 'not-found' },
    { label: 'another namespace by -n', argv: ['shop/web-1', 'team/api-2', '-n', 'shop'], kind: 'usage' },
    { label: 'several namespaces by -n', argv: ['web-1', '-n', 'shop,team'], kind: 'usage' },
    { label: 'a type as a namespace', argv: ['shop/web-1', 'deploy/api-2'], kind: 'not-found' },
  ])('changes nothing for $label', async ({ argv, kind }) => {
    const before = added();
    const { exitCode, stderr } = await run(...argv, IMAGE, '--', 'true');
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(new RegExp(`^error: .*\\[${kind}\\]\n`));
    expect(stderr).not.toContain(
      'a command goes after --, as in: kubectl-debug --image=busybox shop/web-1 -- team',
    );
    expect(added()).toEqual(before);
  });

  it('copies one pod of each', async () => {
    const { stdout, exitCode } = await run(
      'shop/web-1',
      'team/api-2',
      IMAGE,
      '--copy-to=copied',
      '--attach=false',
      '-q',
      '--',
      'sleep',
      '1000',
    );
    expect({ stdout, exitCode }).toEqual({ stdout: 'copied\ncopied\n', exitCode: 0 });
    expect(
      ['shop', 'team'].map((namespace) => cluster.playground.getPod({ namespace, name: 'copied' })),
    ).toEqual([expect.objectContaining({}), expect.objectContaining({})]);
  });

  it('is one line for kubectl in each namespace', async () => {
    const { stdout } = await run(
      'shop/web-1',
      'team/api-2',
      'shop/web-2',
      'db-0',
      IMAGE,
      '--show-kubectl',
      '--',
      'id',
    );
    expect(stdout).toBe(
      [
        'kubectl debug web-1 web-2 --image=busybox --attach --namespace=shop -- id\n',
        'kubectl debug api-2 --image=busybox --attach --namespace=team -- id\n',
        'kubectl debug db-0 --image=busybox --attach -- id\n',
      ].join(''),
    );
    const wrong = await run('shop/web-1', IMAGE, '-n', 'team', '--show-kubectl', '--', 'id');
    expect(wrong).toMatchObject({ exitCode: 125, stdout: '' });
    expect(wrong.stderr).toContain('does not match the namespace "team"');
  });
});

describe('- for names on stdin', () => {
  it('takes what kubectl get -o name prints, and namespaces', async () => {
    const { exitCode, stdout } = await runWithInput(
      'pod/web-1\nshop/web-2\n',
      '-n',
      'shop',
      '-',
      IMAGE,
      '-q',
      '-c',
      'listed',
      '--',
      'echo',
      'hello',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'hello\nhello\n' });
    expect(added().filter((each) => each.endsWith(' listed'))).toEqual([
      'shop/web-1 listed',
      'shop/web-2 listed',
    ]);
  });

  it('goes with names on the line, which come first', async () => {
    const { stdout } = await runWithInput(
      'team/api-2',
      'shop/web-1',
      '-',
      IMAGE,
      '--dry-run=client',
      '-o',
      'name',
      '-q',
      '--',
      'true',
    );
    expect(stdout).toBe('pod/web-1\npod/api-2\n');
  });

  it.each([
    { label: 'no names', input: ' \n', argv: ['-', IMAGE, '--', 'true'], says: 'stdin names no pods' },
    { label: 'a word that is none', input: 'web-1 Web!', argv: ['-', IMAGE, '--', 'true'], says: 'Web!' },
    {
      label: 'a pod that is gone',
      input: 'shop/web-1\nshop/web-9',
      argv: ['-', IMAGE, '--', 'true'],
      says: 'web-9',
    },
    {
      label: 'input for the command',
      input: '',
      argv: ['-', IMAGE, '-i', '--', 'cat'],
      says: 'leave out -i',
    },
    { label: 'a line for kubectl', input: '', argv: ['-', IMAGE, '--show-kubectl'], says: 'reads no stdin' },
    { label: 'files beside it', input: '', argv: ['-', '-f', 'a.yaml', IMAGE], says: 'not by both' },
  ])('is refused before the first change: $label', async ({ input, argv, says }) => {
    const before = added();
    const { exitCode, stderr } = await runWithInput(input, ...argv);
    expect(exitCode).toBe(125);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('--, as in:');
    expect(added()).toEqual(before);
  });

  it('is never taken for a command that was typed without --', async () => {
    const { stderr } = await runWithInput('web-9', 'web-1', '-', '-n', 'shop', IMAGE, '--', 'true');
    expect(stderr).toMatch(/^error: .*web-9.*\[not-found\]\nhint: /);
    expect(stderr).not.toContain('--, as in:');
  });

  it('guesses no pod by the beginning of its name, not even on a terminal', async () => {
    const command = cluster.start(['-', IMAGE, '--', 'true'], { isTerminal: true });
    command.stdin.end('team/api-\n');
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toContain('[not-found]');
  });

  it('opens no terminal for a shell', async () => {
    const command = cluster.start(['-', IMAGE, '-c', 'shell', '-q'], { isTerminal: true });
    command.stdin.end('shop/web-1\n');
    await command.ended;
    const pod = cluster.playground.getPod({ namespace: 'shop', name: 'web-1' });
    const [shell] = (pod?.spec.ephemeralContainers ?? []).filter(({ name }) => name === 'shell');
    expect(shell).toMatchObject({ name: 'shell' });
    expect(shell?.tty).toBeUndefined();
  });
});
