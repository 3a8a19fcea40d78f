import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from '../fixture.ts';
import { kubectl } from '../kubectl.ts';
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

const initializes = shellContainer('init-config', 'sleep 2');
const runs = (name: string) => shellContainer(name, 'exec sleep 86400');
/** Started only after a second, so that the table shows the moment before. */
const sidecar = (name: string) => ({
  ...runs(name),
  restartPolicy: 'Always',
  startupProbe: { exec: { command: ['true'] }, initialDelaySeconds: 2 },
});

it.each([
  {
    label: 'native sidecars',
    initContainers: [initializes, sidecar('sidecar-1'), sidecar('sidecar-2')],
    containers: [APP_CONTAINER],
    // A sidecar that has started and is ready counts at once.
    moments: [/^0\/3 +Init:0\/3/m, /^0\/3 +Init:1\/3/m, /^[01]\/3 +Init:2\/3/m, /^3\/3 +Running/m],
  },
  {
    label: 'two plain containers in their place',
    initContainers: [initializes],
    containers: [APP_CONTAINER, runs('sidecar-1'), runs('sidecar-2')],
    moments: [/^0\/3 +Init:0\/1/m, /^3\/3 +Running/m],
  },
])('a pod with $label is shown as it starts', async ({ initContainers, containers, moments }) => {
  const name = `test-${moments.length}`;
  const table = startProgram(['pods', '-w', '-n', namespace.name]);
  await namespace.create([aPod(name, { initContainers, containers })]);
  await table.waitFor('stdout', new RegExp(String.raw`${name} +3/3 +Running`));
  table.kill('SIGTERM');
  const { stdout } = await table.ended;
  const rows = stdout
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length).trim())
    .join('\n');
  const places = moments.map((moment) => rows.search(moment));
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
