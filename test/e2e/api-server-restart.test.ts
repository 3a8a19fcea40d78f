import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COUNT, expectCountsToEnd } from './counting.ts';
import { DEBUG_IMAGE, RESTART } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, startProgram } from './program.ts';
import { restart } from './restart.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

const PODS = ['app-1', 'app-2', 'app-3', 'app-4', 'app-5', 'app-6'];

/** A token of a user who has the rights that the README names, by a role: an API server that begins has not read it yet. */
async function tokenOfSomebody({ name }: Namespace): Promise<string> {
  const place = ['-n', name];
  const resources = 'pods,pods/ephemeralcontainers,pods/attach,pods/log,pods/exec,events';
  await kubectl(['create', 'serviceaccount', 'somebody', ...place]);
  await kubectl([
    'create',
    'role',
    'debug',
    '--verb=get,list,watch,create,patch',
    `--resource=${resources}`,
    ...place,
  ]);
  const subject = `--serviceaccount=${name}:somebody`;
  await kubectl(['create', 'rolebinding', 'debug', '--role=debug', subject, ...place]);
  return (await kubectl(['create', 'token', 'somebody', ...place])).trim();
}

describe.skipIf(RESTART === undefined)('an API server that is killed', () => {
  let namespace: Namespace;
  let who: readonly string[];
  beforeAll(async () => {
    namespace = await createNamespace('api-restart');
    await namespace.create(PODS.map((name) => aPod(name)));
    who = ['-n', namespace.name, `--token=${await tokenOfSomebody(namespace)}`, `--image=${DEBUG_IMAGE}`];
  });
  afterEach(closeTerminals);
  afterEach(endPrograms);
  afterAll(() => namespace.remove());

  it('ends nothing of a user whose rights come from a role: not a shell, not a command, not an audit', async () => {
    const terminal = await openTerminal();
    await terminal.start(['app-1', ...who, '-c', 'shell', '-it']);
    await terminal.waitFor('# ');
    terminal.type(`(${COUNT})\r`);
    await terminal.waitFor('line 10 of many');
    const logged = startProgram(['app-1', ...who, '-c', 'logged', '--', 'sh', '-c', COUNT]);
    await logged.waitFor('stdout', /line 10 of many/);
    const slow = ['--concurrency=2', '--', 'sh', '-c', 'sleep 4; echo checked'];
    const audit = startProgram(['audit', ...PODS, ...who, '--yes', '-o', 'jsonl', ...slow]);
    await audit.waitFor('stdout', /"pod"/);

    await restart('kube-apiserver');
    await terminal.waitFor(/reconnected after \d+ s/);
    const rows = (await audit.ended).stdout.trimEnd().split('\n');
    const told = rows.map((row) => JSON.parse(row) as { readonly pod: string; readonly outcome: string });
    expect(told.map(({ pod, outcome }) => `${pod} ${outcome}`).toSorted()).toEqual(
      PODS.map((pod) => `${pod} exited`),
    );
    expect((await audit.ended).exitCode).toBe(0);

    await expectCountsToEnd({ namespace: namespace.name, pod: 'app-1' }, { terminal, logged });
  });
});
