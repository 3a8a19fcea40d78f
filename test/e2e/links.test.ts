import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';
import { recipe, runRecipe } from './recipes.ts';
import { closeTerminals, openTerminal, type LocalTerminal } from './terminal.ts';

const KEPT = 'echo of app > /of-app; exec sleep 86400';
const replica = shellContainer('app', KEPT);
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: aPod('', { containers: [replica] }).spec },
  },
};

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'links-test-'));
  namespace = await createNamespace('links');
  await kubectl(['create', '-n', namespace.name, '-f', '-'], JSON.stringify(deployment));
  const two = shellContainer('two', 'echo of two > /of-two; exec sleep 86400');
  await namespace.create([
    aPod('web-1', { containers: [replica] }),
    aPod('shared', { shareProcessNamespace: true, containers: [APP_CONTAINER, two] }),
    aPod('user', {
      securityContext: { runAsUser: 1000 },
      containers: [shellContainer('app', 'exec sleep 86400')],
    }),
    aPod('history'),
  ]);
});
afterEach(closeTerminals);
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

const SAID = 'files of the containers: /c/app';

async function openShell(pod: string, ...flags: readonly string[]): Promise<LocalTerminal> {
  const terminal = await openTerminal();
  await terminal.start([pod, `--namespace=${namespace.name}`, ...flags]);
  return terminal;
}

it.each([
  { label: 'a shell that we chose', flags: [] },
  { label: 'the container of kubectl debug', flags: ['-it', `--image=${DEBUG_IMAGE}`, '--target=app'] },
  { label: 'a container that is kept', flags: ['--via=exec'] },
])('shows the files of the target at /c/NAME in $label', async ({ flags }) => {
  const terminal = await openShell('web-1', '-v=1', ...flags);
  await terminal.waitFor(SAID);
  await terminal.waitFor('# ');
  terminal.type('cat /c/app/of-app; exit 5\r');
  await terminal.waitFor(/\nof app/);
  expect(await terminal.exitCode()).toBe(5);
});

it('links all containers that share their processes, and a restarted one anew for the next session', async () => {
  const first = await openShell('shared', '-it', `--image=${DEBUG_IMAGE}`, '-c', 'dbg');
  await first.waitFor(`${SAID}, /c/two`);
  await first.waitFor('# ');
  first.type('old=$(readlink /c/two | tr -dc 0-9); cat /c/two/of-two; kill -9 $old; echo killed $old.\r');
  const [, old = ''] = await first.waitFor(/killed (\d+)\./);
  await eventually('a restart of two', async () => {
    const { status } = await namespace.read('shared');
    const found = status?.containerStatuses?.find(({ name }) => name === 'two');
    return found?.restartCount === 1 && found.state?.running !== undefined ? true : undefined;
  });
  const second = await openTerminal();
  await second.start(['attach', 'shared', '-c', 'dbg', `--namespace=${namespace.name}`]);
  await second.waitFor(`${SAID}, /c/two`);
  second.type('cat /c/two/of-two; echo now $(readlink /c/two).\r');
  const [, now] = await second.waitFor(/now (\/proc\/\d+\/root)\./);
  expect(now).not.toBe(`/proc/${old}/root`);
  second.type('exit\r');
  await second.exitCode();
});

describe('makes no links, and says nothing of them', () => {
  it.each([
    { label: 'as the user of the target, who may not write to the root', pod: 'user', flags: [] },
    {
      label: 'where the files are closed',
      pod: 'user',
      flags: ['--run-as-user=0', '--profile=baseline'],
    },
    { label: 'in a container whose root is read-only', pod: 'web-1', flags: ['--custom=read-only.json'] },
  ])('$label', async ({ pod, flags }) => {
    const custom = path.join(folder, 'read-only.json');
    await writeFile(custom, JSON.stringify({ securityContext: { readOnlyRootFilesystem: true } }));
    const terminal = await openShell(pod, ...flags.map((flag) => flag.replace('read-only.json', custom)));
    await terminal.waitFor(/[#$] /);
    terminal.type('ls -d /c; echo looked $((1+1)); exit\r');
    await terminal.waitFor('looked 2');
    expect(terminal.shown()).toMatch(/\/c: No such file/);
    expect(terminal.shown()).not.toContain('files of the containers');
  });
});

describe('the recipes', () => {
  it('list what changed in a container since it started', async () => {
    const line = await recipe('find / -xdev');
    expect((await runRecipe(line, { folder, namespace: namespace.name })).split('\n')).toEqual(
      expect.arrayContaining(['/etc/hosts', '/of-app']) as unknown,
    );
    expect(await runRecipe(line, { folder, namespace: namespace.name })).not.toMatch(/^\/(?:bin|proc|c)\//m);
  });

  it('show which replicas differ', async () => {
    const line = await recipe('audit deploy/web --rootfs');
    await kubectl(['rollout', 'status', 'deployment/web', '-n', namespace.name, '--timeout=4m']);
    const names = await kubectl(['get', 'pods', '-n', namespace.name, '-l', 'app=web', '-o', 'name']);
    const [changed = ''] = names.trim().split('\n');
    await kubectl(['exec', '-n', namespace.name, changed, '--', 'sh', '-c', 'echo hi > /etc/motd']);
    const shown = await runRecipe(line, { folder, namespace: namespace.name });
    expect(shown).toMatch(/^2 pods: exit code 0: /m);
    expect(shown).toContain(`1 pod differs: exit code 0: ${namespace.name}/${changed.replace('pod/', '')}`);
    expect(shown).toMatch(/^\s*\+ \/etc\/motd$/m);
  });

  it('tell who debugged a pod', async () => {
    const line = await recipe('pods --explain');
    expect(await runRecipe(line, { folder, namespace: namespace.name })).toMatch(
      /^ {2}Debug container "debugger-\S+".* with "kubectl-debug"; it started /m,
    );
  });
});

it('says which client added each debug container, and when', async () => {
  const debug = [
    'debug',
    'history',
    '-n',
    namespace.name,
    `--image=${DEBUG_IMAGE}`,
    '-c',
    'theirs',
    '--attach=false',
  ];
  await kubectl([...debug, '--', 'true']);
  const ours = [
    'history',
    `--namespace=${namespace.name}`,
    `--image=${DEBUG_IMAGE}`,
    '-c',
    'ours',
    '--',
    'true',
  ];
  expect(await runProgram(ours)).toMatchObject({ exitCode: 0 });
  const { stdout } = await runProgram(['pods', '--explain', 'history', `--namespace=${namespace.name}`]);
  const ago = String.raw`\S+ ago \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)`;
  expect(stdout).toMatch(new RegExp(`"theirs" was added ${ago} with "kubectl"; it `));
  expect(stdout).toMatch(new RegExp(`"ours" was added ${ago} with "kubectl-debug"; it `));
});
