import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KUBECONFIG, KUBECTL } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, APP_CONTAINER, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';

/** A node that nothing runs on: what is bound to it stays as it is, whatever else the cluster does. */
const NODE = `without-kubelet-${randomBytes(3).toString('hex')}`;
const A_NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: NODE, labels: { e2e: NODE } } };
/** Pods that stay as they are, as no node fits. */
const IDLE = { nodeSelector: { 'no-node': 'has-this' }, terminationGracePeriodSeconds: 0 };
const template = (app: string, spec = {}) => ({
  metadata: { labels: { app } },
  spec: { ...IDLE, ...spec, containers: [APP_CONTAINER] },
});
const controller = (kind: string, name: string, spec: object) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name },
  spec: { selector: { matchLabels: { app: name } }, template: template(name), ...spec },
});
const job = { template: template('job', { restartPolicy: 'Never' }) };
const OBJECTS = [
  controller('Deployment', 'web', { replicas: 3 }),
  controller('StatefulSet', 'db', { replicas: 2, serviceName: 'db', podManagementPolicy: 'Parallel' }),
  controller('ReplicaSet', 'bare', { replicas: 1 }),
  controller('DaemonSet', 'agent', { template: template('agent', { nodeSelector: { e2e: NODE } }) }),
  { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once' }, spec: job },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'nightly' },
    spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: job } },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
];

let namespace: Namespace;
const inNamespace = (...args: readonly string[]) => [...args, '-n', namespace.name];
/** Pods of the same labels that no workload owns. */
const STRANGERS = [aPod('stranger', IDLE), aPod('placed', { nodeName: NODE })];

beforeAll(async () => {
  namespace = await createNamespace('pods-targets');
  await kubectl(['create', '-f', '-'], JSON.stringify(A_NODE));
  await kubectl(
    inNamespace('create', '-f', '-'),
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: OBJECTS }),
  );
  await kubectl(inNamespace('create', 'job', 'tonight', '--from=cronjob/nightly'));
  await namespace.create(STRANGERS, () => true);
  await kubectl(inNamespace('label', 'pod', 'stranger', 'app=web'));
  await eventually('the pods of all workloads', async () => {
    const { length } = (await kubectl(inNamespace('get', 'pods', '-o', 'name'))).trim().split('\n');
    return length === 11 ? true : undefined;
  });
});
afterEach(endPrograms);
afterAll(async () => {
  await namespace.remove();
  await kubectl(['delete', 'node', NODE, '--wait=false']);
});

describe('pods of a workload', () => {
  it.each([
    { target: 'deploy/web', selector: ['-l', 'app=web,pod-template-hash'] },
    { target: 'deployment/web', selector: ['-l', 'app=web,pod-template-hash'] },
    { target: 'sts/db', selector: ['-l', 'app=db'] },
    { target: 'rs/bare', selector: ['-l', 'app=bare'] },
    { target: 'ds/agent', selector: ['-l', 'app=agent'] },
    { target: 'daemonsets.apps/agent', selector: ['-l', 'app=agent'] },
    { target: `node/${NODE}`, selector: ['--field-selector', `spec.nodeName=${NODE}`] },
    { target: 'job/once', selector: ['-l', 'job-name=once'] },
    { target: 'cronjob/nightly', selector: ['-l', 'job-name=tonight'] },
    { target: 'svc/web', selector: ['-l', 'app=web'] },
  ])('are with $target those of kubectl get pods $selector', async ({ target, selector }) => {
    const ours = await runProgram(inNamespace('pods', target, '-o', 'name'));
    const theirs = await kubectl(inNamespace('get', 'pods', ...selector, '-o', 'name'));
    expect(ours).toMatchObject({ stdout: theirs, stderr: '', exitCode: 0 });
    expect(theirs).not.toBe('');
  });

  it('are those of all namespaces on a node, unless one is named', async () => {
    const ours = await runProgram(['pods', `node/${NODE}`]);
    const theirs = await kubectl(['get', 'pods', '-A', '--field-selector', `spec.nodeName=${NODE}`]);
    expect(rowsOf(ours.stdout)).toEqual(rowsOf(theirs));
    expect(ours).toMatchObject({ stderr: '', exitCode: 0 });
    expect(ours.stdout).toMatch(/^NAMESPACE +NAME .*\n.* placed /);
  });

  it('come in the order of several targets', async () => {
    const ours = await runProgram(inNamespace('pods', `node/${NODE}`, 'stranger', 'sts/db', '-o', 'name'));
    expect(ours).toMatchObject({ stderr: '', exitCode: 0 });
    expect(ours.stdout.split('\n').filter((line) => !line.startsWith('pod/agent'))).toEqual([
      'pod/placed',
      'pod/stranger',
      'pod/db-0',
      'pod/db-1',
      '',
    ]);
  });
});

/** Starts `kubectl get pods` with a watch; what it has shown so far. */
function startKubectl(args: readonly string[]) {
  const child = spawn(KUBECTL, ['get', 'pods', ...args, '--kubeconfig', KUBECONFIG]);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (shown += part));
  return { shown: () => shown, end: () => child.kill() };
}

/** Without AGE, the last column, which passes. */
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ {2,}/).slice(0, -1));

it('pods --watch shows each change that kubectl shows', async () => {
  const flags = inNamespace('-w', '--output-watch-events', '-l', 'watched=yes');
  await kubectl(inNamespace('label', 'pod', 'stranger', 'watched=yes'));
  const theirs = startKubectl(flags);
  try {
    const ours = startProgram(['pods', ...flags]);
    await ours.waitFor('stdout', /^ADDED +stranger /m);
    await eventually('the list of kubectl', () => theirs.shown().includes('stranger') || undefined);
    const changing = aPod('changing', IDLE);
    const labelled = { ...changing, metadata: { ...changing.metadata, labels: { watched: 'yes' } } };
    await namespace.create([labelled], ({ status }) => status?.conditions !== undefined);
    await kubectl(inNamespace('annotate', 'pod', 'changing', 'a=b'));
    await kubectl(inNamespace('label', 'pod', 'stranger', 'watched-'));
    await kubectl(inNamespace('delete', 'pod', 'changing'));
    await ours.waitFor('stdout', /^DELETED +changing /m);
    await eventually('the deletion', () => /^DELETED +changing /m.test(theirs.shown()) || undefined);
    ours.kill('SIGINT');
    const { stdout, exitCode } = await ours.ended;
    expect(rowsOf(stdout)).toEqual(rowsOf(theirs.shown()));
    expect(exitCode).toBe(130);
  } finally {
    theirs.end();
  }
});
