import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Io } from '../../src/io.ts';
import type { Hook } from '../../playground/hook.ts';
import { createPlayground, type Playground, type PlaygroundPod } from '../../playground/playground.ts';
import { makeFakeKubelet } from '../playground/fake-kubelet.ts';
import { sharedCertificate } from '../playground/shared-certificate.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { PodStatus } from '../../src/pod/types.ts';
import { runProgram } from '../../src/program.ts';
import { anIo, type FakeIo } from '../builders/an-io.ts';
import { until } from '../drivers/until.ts';
import { podFromNotation, type PodNotation } from '../builders/pod-notation.ts';

const CREATED_AT = '2025-03-01T12:55:00Z';
const NOW = '2025-03-01T13:00:00Z';

interface Started {
  readonly playground: Playground;
  readonly fake: FakeIo;
  /** Empty but for a kubeconfig. */
  readonly folder: string;
  /** Runs one command line against the playground. */
  readonly run: (line: string, change?: Partial<Io>) => Promise<number>;
}

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

interface TestPod extends PlaygroundPod {
  readonly status: PodStatus;
}

/** A pod of namespace `default` that runs on node-1, in the notation of `podFromNotation`. */
function aTestPod(name: string, notation: PodNotation): TestPod {
  const { spec, status } = podFromNotation(notation);
  const containers = spec.containers.map((each) => ({ ...each, image: 'app:1' }));
  const initContainers = (spec.initContainers ?? []).map((each) => ({ ...each, image: 'init:1' }));
  return {
    name,
    labels: { app: 'web' },
    creationTimestamp: CREATED_AT,
    spec: { nodeName: 'node-1', containers, ...(initContainers.length > 0 && { initContainers }) },
    status: { ...status, podIP: '10.0.0.7' },
  };
}

async function start(pods: readonly TestPod[], hook?: Hook): Promise<Started> {
  const playground = await createPlayground({
    makeKubelet: makeFakeKubelet,
    certificate: await sharedCertificate(),
    ...(hook && { hook }),
  });
  for (const { status, ...pod } of pods) {
    playground.setStatus(podRef(playground.createPod(pod)), status);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'pods-test-'));
  endings.push(() => rm(folder, { recursive: true }), playground.close);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('viewer'));
  const fake = anIo({ now: NOW, env: { KUBECONFIG: kubeconfig } });
  const run: Started['run'] = (line, change = {}) =>
    runProgram({ ...fake.io, ...change }, ['pods', ...line.split(' ').filter((word) => word !== '')]);
  return { playground, fake, folder, run };
}

const WEB = aTestPod('web-1', { shape: 'is/c', flags: 'R I Y', statuses: 'T0:Completed Rx1 ; Rx2' });
const CRASHING = aTestPod('web-2', { shape: 's/c', flags: 'R I y', statuses: 'R ; W:CrashLoopBackOffx4' });
const API = aTestPod('api-1', { shape: 'c', flags: 'R Y', statuses: 'R' });
const OTHER = { ...API, namespace: 'shop', labels: { app: 'api' } };

describe('pods', () => {
  it('counts sidecars and shows the pods of the namespace as kubectl get pods does', async () => {
    const { run, fake } = await start([WEB, CRASHING, OTHER]);
    expect(await run('')).toBe(0);
    expect(fake.stdoutText()).toBe(
      [
        'NAME    READY   STATUS             RESTARTS   AGE',
        'web-1   2/2     Running            3          5m',
        'web-2   1/2     CrashLoopBackOff   4          5m',
        '',
      ].join('\n'),
    );
    expect(fake.stderrText()).toBe('');
  });

  it('shows all namespaces, and the wide columns', async () => {
    const { run, fake } = await start([CRASHING, OTHER]);
    expect(await run('-A -o wide -l app=api')).toBe(0);
    expect(fake.stdoutText()).toBe(
      [
        'NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE   IP         NODE     NOMINATED NODE   READINESS GATES',
        'shop        api-1   1/1     Running   0          5m    10.0.0.7   node-1   <none>           <none>',
        '',
      ].join('\n'),
    );
  });

  it.each(['-n shop api-1', '-n shop pod/api-1', '-n shop -- po/api-1', '-n shop --no-headers pods/api-1'])(
    'shows the pod that is named: %s',
    async (line) => {
      const { run, fake } = await start([WEB, OTHER]);
      expect(await run(line)).toBe(0);
      const rows = fake.stdoutText().trimEnd().split('\n');
      expect(rows.at(-1)).toMatch(/^api-1 {3}1\/1 /);
      expect(rows).toHaveLength(line.includes('--no-headers') ? 1 : 2);
    },
  );

  it('shows those that exist of several names, says which do not, and fails', async () => {
    const { run, fake } = await start([WEB, CRASHING]);
    expect(await run('web-2 nope web-1 nada -o name')).toBe(1);
    expect(fake.stdoutText()).toBe('pod/web-2\npod/web-1\n');
    const said = fake
      .stderrText()
      .split('\n')
      .filter((line) => line.startsWith('error: '));
    expect(said).toEqual([
      expect.stringMatching(/^error: .*"nope".*"default".* \[not-found\]$/),
      expect.stringMatching(/^error: .*"nada".* \[not-found\]$/),
    ]);
  });

  it.each([
    { line: 'web-2 web-1', asked: ['web-2', 'web-1'] },
    { line: 'web-2 nope nada', asked: ['web-2', 'nope', 'nada'] },
    { line: 'nope --ignore-not-found', asked: ['nope'] },
  ])('asks once for each name of $line, and for nothing else', async ({ line, asked }) => {
    const { run, playground } = await start([WEB, CRASHING]);
    await run(line);
    expect(playground.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      asked.map((name) => `GET /api/v1/namespaces/default/pods/${name}`),
    );
  });

  it.each([
    { typed: 'wbe-1', hint: 'did you mean web-1?' },
    { typed: 'web-', hint: 'did you mean one of web-1, web-2?' },
  ])('names what may be meant by $typed', async ({ typed, hint }) => {
    const { run, fake } = await start([WEB, CRASHING]);
    expect(await run(typed)).toBe(1);
    expect(fake.stderrText()).toMatch(new RegExp(`\\[not-found\\]\nhint: ${hint.replace('?', '\\?')}\n$`));
  });

  it.each(['json', 'yaml'])('prints one name as the object it is, in %s', async (format) => {
    const { run, fake, playground } = await start([WEB]);
    expect(await run(`web-1 -o ${format}`)).toBe(0);
    const stored = playground.getPod({ namespace: 'default', name: 'web-1' });
    expect(parse(fake.stdoutText())).toEqual({ apiVersion: 'v1', kind: 'Pod', ...stored });
  });

  it.each([
    { line: '-o json', names: ['web-1', 'web-2'] },
    { line: '-o yaml', names: ['web-1', 'web-2'] },
    { line: '-o json web-1 nope', names: ['web-1'] },
    { line: '-o yaml -l app=nobody', names: [] },
  ])('prints a list of objects with their types: $line', async ({ line, names }) => {
    const { run, fake, playground } = await start([WEB, CRASHING]);
    await run(line);
    const items = names.map((name) => playground.getPod({ namespace: 'default', name }));
    expect(parse(fake.stdoutText())).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      metadata: { resourceVersion: '' },
      items: items.map((pod) => ({ apiVersion: 'v1', kind: 'Pod', ...pod })),
    });
  });

  it.each([
    { line: '-n nobody', message: 'No resources found in nobody namespace.\n' },
    { line: '-A -l app=nobody --no-headers', message: 'No resources found\n' },
    { line: '-n nobody -o wide', message: 'No resources found in nobody namespace.\n' },
    { line: '-n nobody -o name', message: '' },
  ])('says that there is nothing, and succeeds: $line', async ({ line, message }) => {
    const { run, fake } = await start([WEB]);
    expect(await run(line)).toBe(0);
    expect(fake.stderrText()).toBe(message);
    expect(fake.stdoutText()).toBe('');
  });

  it.each([
    { line: '-o jsonpath={.items[*].metadata.name}', expected: 'web-1 web-2' },
    { line: 'web-1 -o jsonpath={.metadata.name}', expected: 'web-1' },
    { line: '-o jsonpath-as-json={.items[1].metadata.name}', expected: '[\n    "web-2"\n]\n' },
    {
      line: '-o custom-columns=N:.metadata.name,X:.x',
      expected: 'N       X\nweb-1   <none>\nweb-2   <none>\n',
    },
    { line: '-o name --sort-by=.spec.containers[0].name', expected: 'pod/web-1\npod/web-2\n' },
    {
      line: '-o name --sort-by=.status.containerStatuses[0].restartCount',
      expected: 'pod/web-1\npod/web-2\n',
    },
    { line: '-o name nope --ignore-not-found', expected: '' },
    { line: '-o name web-2 nope --ignore-not-found', expected: 'pod/web-2\n' },
    { line: '-o name --field-selector metadata.name=web-2', expected: 'pod/web-2\n' },
    { line: '-o name --chunk-size=1', expected: 'pod/web-1\npod/web-2\n' },
    { line: '-o name node/node-1 -n default', expected: 'pod/web-1\npod/web-2\n' },
  ])('answers $line', async ({ line, expected }) => {
    const { run, fake } = await start([WEB, CRASHING]);
    expect(await run(line)).toBe(0);
    expect(fake.stdoutText()).toBe(expected);
    expect(fake.stderrText()).toBe('');
  });

  it('sorts by what --sort-by names, and fails where no pod has it', async () => {
    const { run, fake } = await start([CRASHING, WEB]);
    expect(await run('--no-headers --sort-by=.spec.nope')).toBe(1);
    expect(fake.stdoutText()).toBe('');
    expect(fake.stderrText()).toMatch(/^error: couldn't find any field .*\[usage\]/);
  });

  it('prints with a template what a pod says as it is, but not on a terminal', async () => {
    const status = { ...WEB.status, message: '\u001b[2J' };
    const { run, fake } = await start([{ ...WEB, status }]);
    await run('web-1 -o jsonpath={.status.message}');
    await run('web-1 -o jsonpath={.status.message}', {
      terminal: { ...fake.io.terminal, hasOutput: true },
    });
    expect(fake.stdoutText()).toBe('\u001b[2J^[[2J');
  });

  it('lets nothing that a pod says steer the terminal', async () => {
    const status = { ...WEB.status, reason: '\u001b[2JEvicted\u202e', containerStatuses: [] };
    const { run, fake } = await start([{ ...WEB, status }]);
    await run('');
    expect(fake.stdoutText()).toContain('^[[2JEvicted\\u202e');
    expect(fake.stdoutText()).not.toContain('\u001b');
  });

  it.each(['web-1 -A', 'web-1 -l app=web', '-o table', 'ingress/web', '-w web-1 web-2'])(
    'refuses %s with exit code 1 before it asks the server',
    async (line) => {
      const { run, fake, playground } = await start([WEB]);
      expect(await run(line)).toBe(1);
      expect(fake.stderrText()).toMatch(/^error: .* \[usage\]\nhint: /);
      expect(playground.requests).toEqual([]);
    },
  );

  it('says what the server refused', async () => {
    const { run, fake } = await start([WEB], () => ({
      status: 403,
      body: {
        kind: 'Status',
        status: 'Failure',
        reason: 'Forbidden',
        code: 403,
        message: 'pods is forbidden',
      },
    }));
    expect(await run('-A')).toBe(1);
    expect(fake.stderrText()).toMatch(/^error: cannot list pods in all namespaces: .* \[forbidden\]\n/);
    expect(fake.stdoutText()).toBe('');
  });
});

describe('pods -f', () => {
  const named = (...names: readonly string[]): string =>
    names.map((name) => JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name } })).join('\n');

  async function startWithFiles(): Promise<Started> {
    const started = await start([WEB, CRASHING, API]);
    const { folder } = started;
    await mkdir(path.join(folder, 'apps', 'inner'), { recursive: true });
    await writeFile(path.join(folder, 'apps', 'a.yaml'), named('web-1'));
    await writeFile(path.join(folder, 'apps', 'inner', 'b.json'), named('web-2'));
    await writeFile(path.join(folder, 'two.yaml'), named('nope', 'api-1'));
    return started;
  }

  it.each([
    { line: '-f FOLDER/apps', names: ['web-1'] },
    { line: '-R -f FOLDER/apps', names: ['web-1', 'web-2'] },
    { line: '-f FOLDER/two.yaml --ignore-not-found', names: ['api-1'] },
  ])('shows the pods that the manifests name: $line', async ({ line, names }) => {
    const { run, fake, folder } = await startWithFiles();
    expect(await run(`${line.replace('FOLDER', folder)} -o name`)).toBe(0);
    expect(fake.stdoutText()).toBe(names.map((name) => `pod/${name}\n`).join(''));
  });

  it.each([
    { line: '-f FOLDER/apps', kind: 'Pod' },
    { line: '-f FOLDER/two.yaml --ignore-not-found', kind: 'Pod' },
    { line: '-f FOLDER/apps -f FOLDER/apps', kind: 'List' },
    { line: '-f -', kind: 'List' },
  ])('prints one object, or a list, as kubectl: $line', async ({ line, kind }) => {
    const { run, fake, folder } = await startWithFiles();
    fake.stdin.end(named('web-1'));
    expect(await run(`${line.replaceAll('FOLDER', folder)} -o json`)).toBe(0);
    expect(JSON.parse(fake.stdoutText())).toMatchObject({ kind });
  });

  it('says which pod does not exist, and shows the others', async () => {
    const { run, fake, folder } = await startWithFiles();
    expect(await run(`-f ${folder}/two.yaml -o name`)).toBe(1);
    expect(fake.stdoutText()).toBe('pod/api-1\n');
    expect(fake.stderrText()).toContain('error: no pod "nope"');
  });

  it('watches the one pod of a manifest, and refuses several', async () => {
    const { run, fake, folder } = await startWithFiles();
    const ended = run(`-w -f ${folder}/apps -o name`);
    await until(() => fake.stdoutText() === 'pod/web-1\n', fake.stdoutText);
    fake.deliver('SIGINT');
    expect(await ended).toBe(130);
    expect(await run(`-w -f ${folder}/two.yaml`)).toBe(1);
    expect(fake.stderrText()).toContain('error: you may only watch one pod');
  });
});

describe('pods --watch', () => {
  it('shows the list, then each change, and ends at Ctrl-C', async () => {
    const { run, fake, playground } = await start([WEB, CRASHING]);
    const ended = run('-w --output-watch-events');
    await until(() => fake.stdoutText().includes('web-2'), fake.stdoutText);
    playground.setStatus(
      { namespace: 'default', name: 'web-1' },
      { ...WEB.status, reason: 'Odd', containerStatuses: [] },
    );
    await until(() => fake.stdoutText().includes('MODIFIED'), fake.stdoutText);
    fake.deliver('SIGINT');
    expect(await ended).toBe(130);
    const rows = fake.stdoutText().trimEnd().split('\n');
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual([
      ['EVENT', 'NAME'],
      ['ADDED', 'web-1'],
      ['ADDED', 'web-2'],
      ['MODIFIED', 'web-1'],
    ]);
    expect(fake.stderrText()).toBe('');
  });

  it('shows changes alone with --watch-only', async () => {
    const { run, fake, playground } = await start([WEB, CRASHING]);
    const ended = run('--watch-only -o name');
    await until(() => playground.requests.some(({ query }) => query.has('watch')), fake.stdoutText);
    playground.setStatus({ namespace: 'default', name: 'web-2' }, { ...WEB.status, reason: 'Odd' });
    await until(() => fake.stdoutText() !== '', fake.stdoutText);
    fake.deliver('SIGINT');
    expect(await ended).toBe(130);
    expect(fake.stdoutText()).toBe('pod/web-2\n');
  });

  it.each([
    { line: '-w nope', exitCode: 1 },
    { line: '-w nope --ignore-not-found', exitCode: 0 },
  ])('does not wait for a pod that does not exist: $line', async ({ line, exitCode }) => {
    const { run, fake } = await start([WEB]);
    expect(await run(line)).toBe(exitCode);
    expect(fake.stdoutText()).toBe('');
  });

  it.each([
    {
      line: '-w',
      warning: 'warning: --watch requested, --sort-by will be ignored for watch events received\n',
    },
    { line: '--watch-only', warning: 'warning: --watch-only requested, --sort-by will be ignored\n' },
  ])('says with $line that changes are not sorted', async ({ line, warning }) => {
    const { run, fake } = await start([WEB]);
    await run(`${line} nope --ignore-not-found --sort-by=.metadata.name`);
    expect(fake.stderrText()).toBe(warning);
  });

  it('ends once the reader of its output has gone away', async () => {
    const { run } = await start([WEB]);
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    stdout.on('error', () => undefined);
    expect(await run('-w', { stdout })).toBe(141);
  });
});

describe('a long list of pods', () => {
  const MANY = Array.from({ length: 1100 }, (_, index) => ({
    ...WEB,
    name: `web-${String(index).padStart(4, '0')}`,
  }));

  it('shows a page while the one after the next is not yet asked for, and each pod once', async () => {
    const shown: number[] = [];
    let countShown = (): number => 0;
    const { run, fake } = await start(MANY, () => {
      shown.push(countShown());
      return undefined;
    });
    countShown = () => fake.stdoutText().split('\n').length - 1;
    expect(await run('--no-headers')).toBe(0);
    expect(shown).toHaveLength(3);
    expect(shown[2]).toBeGreaterThanOrEqual(500);
    const names = fake
      .stdoutText()
      .trimEnd()
      .split('\n')
      .map((row) => row.split(' ')[0]);
    expect(names).toEqual(MANY.map(({ name }) => name));
  });

  it('is one document in JSON', async () => {
    const { run, fake } = await start(MANY);
    await run('-o json');
    const { items } = JSON.parse(fake.stdoutText()) as { items: { metadata: { name: string } }[] };
    expect(items.map(({ metadata }) => metadata.name)).toEqual(MANY.map(({ name }) => name));
  });

  it('fails when a later page fails, and keeps what it has shown', async () => {
    const { run, fake } = await start(MANY, ({ query }) =>
      query.has('continue') ? { status: 500 } : undefined,
    );
    expect(await run('--no-headers')).toBe(1);
    expect(fake.stdoutText().trimEnd().split('\n')).toHaveLength(500);
    expect(fake.stderrText()).toMatch(
      /^error: cannot list pods in namespace "default": .* \[server-error\]\n/,
    );
  });

  it('asks for no more than is on its way once the reader of its output has gone away', async () => {
    const { run, playground } = await start(MANY);
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    stdout.on('error', () => undefined);
    expect(await run('', { stdout })).toBe(141);
    expect(playground.requests.length).toBeLessThanOrEqual(2);
  });

  it('ends at Ctrl-C', async () => {
    let press = (): boolean => false;
    const { run, fake } = await start(MANY, ({ query }) => {
      if (query.has('continue')) press();
      return { delayMs: query.has('continue') ? 60_000 : 0 };
    });
    press = () => fake.deliver('SIGINT');
    expect(await run('')).toBe(130);
    expect(fake.stderrText()).toBe('');
  });
});
