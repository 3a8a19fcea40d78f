import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from '../fixture.ts';
import { eventually } from '../eventually.ts';
import { kubectl, runKubectl } from '../kubectl.ts';
import { endPrograms, startProgram } from '../program.ts';
import { aDesk, type Desk } from './typed.ts';

let namespace: Namespace;
let desk: Desk;
beforeAll(async () => {
  namespace = await createNamespace('tables');
  desk = await aDesk(namespace.name);
});
afterAll(async () => {
  endPrograms();
  await desk.remove();
  await namespace.remove();
});

/** It runs, or a sidecar has not started yet, until this file is there: each moment stays until it has been seen. */
const GO = '/tmp/go';
const initializes = shellContainer('init-config', `until [ -e ${GO} ]; do sleep 0.1; done`);
const runs = (name: string) => shellContainer(name, 'exec sleep 86400');
const sidecar = (name: string) => ({
  ...runs(name),
  restartPolicy: 'Always',
  startupProbe: { exec: { command: ['test', '-e', GO] }, periodSeconds: 1, failureThreshold: 1000 },
});

/** A container is shown before an exec can reach it. */
const touch = (pod: string, container: string) =>
  eventually(`an exec in ${container}`, async () => {
    const argv = ['exec', pod, '-n', namespace.name, '-c', container, '--', 'touch', GO];
    return (await runKubectl(argv)).exitCode === 0 || undefined;
  });

it.each<{
  readonly label: string;
  readonly initContainers: readonly object[];
  readonly containers: readonly object[];
  /** Rows of the table, each with the container that ends it. */
  readonly moments: readonly { readonly row: RegExp; readonly ended?: string }[];
}>([
  {
    label: 'native sidecars',
    initContainers: [initializes, sidecar('sidecar-1'), sidecar('sidecar-2')],
    containers: [APP_CONTAINER],
    // A sidecar that has started and is ready counts at once.
    moments: [
      { row: /^0\/3 +Init:0\/3/m, ended: 'init-config' },
      { row: /^0\/3 +Init:1\/3/m, ended: 'sidecar-1' },
      { row: /^[01]\/3 +Init:2\/3/m, ended: 'sidecar-2' },
      { row: /^3\/3 +Running/m },
    ],
  },
  {
    label: 'two plain containers in their place',
    initContainers: [initializes],
    containers: [APP_CONTAINER, runs('sidecar-1'), runs('sidecar-2')],
    moments: [{ row: /^0\/3 +Init:0\/1/m, ended: 'init-config' }, { row: /^3\/3 +Running/m }],
  },
])('a pod with $label is shown as it starts', async ({ initContainers, containers, moments }) => {
  const name = `test-${moments.length}`;
  const table = startProgram(['pods', '-w', '-n', namespace.name]);
  await namespace.create([aPod(name, { initContainers, containers })], () => true);
  for (const { row, ended } of moments) {
    await table.waitFor('stdout', new RegExp(row.source.replace('^', `^${name} +`), 'm'));
    if (ended !== undefined) await touch(name, ended);
  }
  table.kill('SIGTERM');
  const { stdout } = await table.ended;
  const rows = stdout
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length).trim())
    .join('\n');
  const places = moments.map(({ row }) => rows.search(row));
  expect(places, rows).not.toContain(-1);
  expect(places, rows).toEqual([...places].sort((one, other) => one - other));
});

it('the containers of a pod by kind, as custom columns', async () => {
  const [pod] = [
    aPod('sleep-7656cf8794-8fhdk', {
      initContainers: [
        shellContainer('istio-init', 'true'),
        { ...runs('istio-proxy'), restartPolicy: 'Always' },
      ],
      containers: [runs('sleep')],
    }),
  ];
  await namespace.create([pod]);
  const line =
    'pods sleep-7656cf8794-8fhdk -o custom-columns=NAME:.metadata.name,INIT:.spec.initContainers[*].name,CONTAINERS:.spec.containers[*].name';
  const { stdout } = await desk.run(`kubectl-debug ${line}`);
  expect(stdout).toContain('sleep-7656cf8794-8fhdk   istio-init,istio-proxy   sleep\n');
  expect(stdout).toBe(await kubectl(['get', ...line.split(' '), '-n', namespace.name]));
});
