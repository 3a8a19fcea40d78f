import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNREACHABLE_IMAGE, VIEWER_KUBECONFIG } from './environment.ts';
import { askBoth } from './ask-both.ts';
import { aPod, APP_CONTAINER, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

const FOREVER = 'while :; do sleep 1; done';
const sidecar = (script: string) => ({ ...shellContainer('sidecar', script), restartPolicy: 'Always' });
/** One pod for each way in which the columns can be computed. */
const PODS = [
  aPod('ready'),
  aPod('with-sidecar', { initContainers: [sidecar(FOREVER)] }),
  aPod('sidecar-crashes', { initContainers: [sidecar('exit 1')] }),
  aPod('initializes', { initContainers: [shellContainer('prepare', FOREVER)] }),
  aPod('initialization-fails', { initContainers: [shellContainer('prepare', 'exit 2')] }),
  aPod('crashes', { containers: [shellContainer('app', 'exit 1')] }),
  aPod('completed', { restartPolicy: 'Never', containers: [shellContainer('app', 'exit 0')] }),
  aPod('failed', { restartPolicy: 'Never', containers: [shellContainer('app', 'exit 3')] }),
  aPod('half-ready', {
    containers: [
      APP_CONTAINER,
      { ...shellContainer('slow', FOREVER), readinessProbe: { exec: { command: ['false'] } } },
    ],
  }),
  aPod('unscheduled', { nodeSelector: { 'no-node': 'has-this' } }),
  aPod('gated', { readinessGates: [{ conditionType: 'example.com/never' }] }),
  aPod('no-image', { containers: [{ name: 'app', image: UNREACHABLE_IMAGE }] }),
  aPod('terminating', {
    containers: [shellContainer('app', `trap "" TERM; ${FOREVER}`)],
    terminationGracePeriodSeconds: 3600,
  }),
];

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('pods');
  await namespace.create(PODS, ({ status }) => status !== undefined);
  await kubectl([
    'wait',
    'pod/ready',
    'pod/terminating',
    '--for=condition=Ready',
    '--timeout=4m',
    '-n',
    namespace.name,
  ]);
  await kubectl(['delete', 'pod', 'terminating', '-n', namespace.name, '--wait=false']);
});
afterAll(() => namespace.remove());

const ROWS: readonly (readonly string[])[] = [
  [],
  ['-o', 'wide'],
  ['-o', 'json'],
  ['-o', 'yaml'],
  ['-o', 'name'],
  ['with-sidecar', 'crashes'],
  ['ready', '-o', 'json'],
  ['ready', 'failed', '-o', 'yaml'],
  ['-l', 'made=e2e', '-owide'],
  ['-l', 'made=nobody'],
  ['-l', 'made=nobody', '-o', 'json'],
  ['-l', 'made=nobody', '-o', 'name'],
  ['-A'],
  ['-A', '-o', 'wide'],
  ['-A', '-o', 'json'],
  ['-A', '-o', 'yaml'],
  ['-A', '-o', 'name'],
  ['-o', 'wide', '--show-labels', '-L', 'made,nope'],
  ['--show-kind', '--no-headers'],
  ['--sort-by=.metadata.name', '-o', 'wide'],
  ['--sort-by=.status.containerStatuses[0].restartCount', '-o', 'name', 'crashes', 'ready'],
  ['--field-selector', 'status.phase=Pending'],
  ['--chunk-size=3', '-o', 'name'],
  ['nobody', 'ready', '--ignore-not-found', '-o', 'name'],
  [
    '-o',
    'jsonpath={range .items[*]}{.metadata.name}{"\\t"}{.status.conditions[?(@.type=="Ready")].status}{"\\n"}{end}',
  ],
  ['-o', 'jsonpath={.items[?(@.status.phase=="Pending")].metadata.name}'],
  ['ready', '-o', 'jsonpath={.spec}'],
  ['-o', 'jsonpath-as-json={.items[*].spec.containers}'],
  [
    '-o',
    'custom-columns=NAME:.metadata.name,IMAGES:.spec.containers[*].image,X:.metadata.labels,GATES:.spec.readinessGates',
  ],
  ['ready', '-o', 'yaml', '--show-managed-fields'],
];

it.each(ROWS.map((args) => ({ args })))(
  'prints what kubectl get pods prints with $args',
  async ({ args }) => {
    // Of all namespaces only this one: others change between the two calls.
    const where = args.includes('-A')
      ? ['--field-selector', `metadata.namespace=${namespace.name}`]
      : ['-n', namespace.name];
    const { ours, theirs } = await askBoth([...args, ...where]);
    expect(ours).toEqual(theirs);
  },
);

it('prints the pods that exist and ends with 1 when another does not', async () => {
  const { ours, theirs } = await askBoth(['ready', 'nobody', '-n', namespace.name]);
  expect(ours.stdout).toBe(theirs.stdout);
  expect(ours.exitCode).toBe(1);
  expect(ours.stderr).toMatch(/^error: .*"?nobody"?.*\[not-found\]/);
});

it.skipIf(VIEWER_KUBECONFIG === undefined)(
  'tells a viewer without a role that he may not list pods (needs the user viewer)',
  async () => {
    const options = { kubeconfig: VIEWER_KUBECONFIG ?? '' };
    const { stdout, stderr, exitCode } = await runProgram(['pods', '-n', namespace.name], options);
    expect(stderr).toContain('[forbidden]');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  },
);
