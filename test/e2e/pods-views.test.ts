import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

const FOREVER = 'while :; do sleep 1; done';
const asks = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } });
const sidecar = (name: string, script = FOREVER) => ({
  ...shellContainer(name, script),
  restartPolicy: 'Always',
});
const PODS = [
  aPod('before-sidecar', {
    initContainers: [
      { ...shellContainer('prepare', 'exit 0'), ...asks('60m', '8Mi') },
      { ...sidecar('proxy'), ...asks('20m', '8Mi') },
      { ...shellContainer('migrate', 'exit 0'), ...asks('55m', '1Mi') },
    ],
    containers: [
      {
        ...APP_CONTAINER,
        resources: { requests: { cpu: '30m', memory: '10Mi' }, limits: { cpu: '0.1', memory: '32Mi' } },
      },
    ],
  }),
  // Between its start and its end it would be ready for a moment.
  aPod('crashes', {
    containers: [{ ...shellContainer('app', 'exit 7'), readinessProbe: { exec: { command: ['false'] } } }],
  }),
  aPod('unready', {
    containers: [
      APP_CONTAINER,
      { ...shellContainer('slow', FOREVER), readinessProbe: { exec: { command: ['false'] } } },
    ],
  }),
  aPod('stuck', {
    initContainers: [shellContainer('first', 'exit 0'), shellContainer('migrate', 'exit 2')],
  }),
  aPod('stripped', { initContainers: [shellContainer('proxy', FOREVER)] }),
];

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('pods-views');
  await namespace.create(PODS, ({ status }) => status?.containerStatuses !== undefined);
  await kubectl([
    'wait',
    'pod/before-sidecar',
    '--for=condition=Ready',
    '--timeout=4m',
    '-n',
    namespace.name,
  ]);
});
afterAll(() => namespace.remove());

async function ask(...args: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runProgram(['pods', '-n', namespace.name, ...args]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
}

/** Rows of a table as cells, by their first one. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s{2,}/));
  return new Map(rows.map(([name = '', ...cells]) => [name, cells]));
}

/** Requests and limits of a pod as kubectl describe node counts them; 0 for none. */
async function described(pod: string): Promise<readonly string[]> {
  const text = await kubectl(['describe', 'nodes']);
  const row = text
    .split('\n')
    .find((each) => each.trim().startsWith(`${namespace.name} `) && each.includes(` ${pod} `));
  return (row ?? '')
    .trim()
    .split(/\s{2,}/)
    .slice(2, 6)
    .map((cell) => cell.replace(/ \(.*/, ''));
}

describe('pods --resources', () => {
  // No resize in place: the kubelet of Kubernetes 1.35 ends in a nil pointer where cgroups are those of version 1.
  it('counts what kubectl describe node counts', async () => {
    const rows = rowsOf(await ask('--resources'));
    for (const { metadata } of PODS) {
      const [, ...cells] = rows.get(metadata.name) ?? [];
      const counted = cells.map((cell) => cell.replace('<none>', '0'));
      expect({ pod: metadata.name, counted }).toEqual({
        pod: metadata.name,
        counted: await described(metadata.name),
      });
    }
    expect(rows.get('before-sidecar')).toEqual(['Burstable', '75m', '100m', '18Mi', '32Mi']);
  });
});

describe('pods --explain', () => {
  it.each([
    { pod: 'before-sidecar', says: /All of its containers are ready/ },
    { pod: 'crashes', says: /app container "app" .*exit code 7 \(Error\)/i },
    {
      pod: 'unready',
      says: /App container "slow" runs, but its readiness probe \(exec false\) does not succeed/,
    },
    { pod: 'stuck', says: /init step 2 of 2: init container "migrate" .*exit code 2 \(Error\)/ },
    { pod: 'stripped', says: /init container "proxy" runs, .*its restartPolicy: Always is missing/s },
  ])('says why $pod reads as it does', async ({ pod, says }) => {
    await eventually(`an explanation like ${says.source}`, async () =>
      says.test(await ask('--explain', pod)) ? true : undefined,
    );
  });

  it('knows from what kubectl apply noted that a webhook or tool dropped the restartPolicy', async () => {
    const manifest = { spec: { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] } };
    const note = `kubectl.kubernetes.io/last-applied-configuration=${JSON.stringify(manifest)}`;
    await kubectl(['annotate', 'pod', 'stripped', note, '-n', namespace.name]);
    expect(await ask('--explain', 'stripped')).toContain('dropped it, so "proxy" is no sidecar');
  });
});

describe('pods --containers, --ephemeral-containers and the filters', () => {
  it('tell what is debugged, and in which container something is wrong', async () => {
    await namespace.enforce('baseline');
    await kubectl([
      'debug',
      'unready',
      '-n',
      namespace.name,
      `--image=${DEBUG_IMAGE}`,
      '-c',
      'dbg',
      '--target=app',
      '--profile=baseline',
      '--',
      'sh',
      '-c',
      FOREVER,
    ]);
    await namespace.runs('unready', 'dbg');
    const [row] = rowsOf(await ask('--debugged', '--ephemeral-containers', '--no-headers'));
    expect(row?.[0]).toBe('unready');
    expect(row?.[1].toSpliced(1, 2)).toEqual(['dbg', 'app', 'container', 'baseline']);
    const roles = (await ask('before-sidecar', '--containers', '--no-headers')).trim().split('\n');
    expect(roles.map((each) => each.split(/\s+/).slice(1, 3).join(' '))).toEqual([
      'prepare init',
      'proxy sidecar',
      'migrate init',
      'app app',
    ]);
    expect(await ask('--with-sidecars', '-o', 'name')).toBe('pod/before-sidecar\n');
    expect(await ask('--not-ready', '-o', 'name')).toBe(
      'pod/crashes\npod/stripped\npod/stuck\npod/unready\n',
    );
    await eventually('two pods that restarted', async () => {
      const restarted = await ask('--restarted-since=1h', '-o', 'name');
      return restarted === 'pod/crashes\npod/stuck\n' ? true : undefined;
    });
  });
});
