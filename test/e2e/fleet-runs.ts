import { readFileSync, readdirSync } from 'node:fs';
import type { RowJson } from '../../src/audit/rows/row-json.ts';
import { PROGRAM_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import type { Namespace } from './fixture.ts';
import { kubectl, runKubectl } from './kubectl.ts';
import type { RunningProgram } from './program.ts';

/** Waits until all pods of a namespace are ready; on a busy machine that takes longer than for a few. */
export async function areReady({ name }: Namespace): Promise<void> {
  await kubectl(['wait', 'pods', '--all', '-n', name, '--for=condition=Ready', '--timeout=10m']);
}

/** Flags that have the cluster run an audit. */
export const inCluster = (workers: number): readonly string[] => [
  `--in-cluster=${workers}`,
  `--in-cluster-image=${PROGRAM_IMAGE ?? ''}`,
];

/** The name of the run that a program has started in the cluster; waits until it says so. */
export async function runOf(program: RunningProgram): Promise<string> {
  return eventually(
    'the name of the run',
    () => /the cluster runs the audit (\S+):/.exec(program.notes())?.[1],
  );
}

const KINDS = ['job', 'pod', 'configmap', 'serviceaccount', 'role', 'rolebinding'];
const CLUSTER_KINDS = ['clusterrole', 'clusterrolebinding'];

/** What a run has left in the cluster. The garbage collector needs a moment. */
async function objectsOf(run: string): Promise<string> {
  const label = ['-l', `kubectl-debug/audit=${run}`, '-o', 'name'];
  const [near, far] = await Promise.all([
    kubectl(['get', KINDS.join(','), '-A', ...label]),
    kubectl(['get', CLUSTER_KINDS.join(','), ...label]),
  ]);
  return near + far;
}

/** Waits until nothing of a run is in the cluster. */
export async function isGone(run: string): Promise<void> {
  let left = '';
  const look = async () => ((left = await objectsOf(run)) === '' ? true : undefined);
  await eventually(`the end of all objects of ${run}`, look).catch((error: unknown) => {
    throw new Error(left, { cause: error });
  });
}

/** Waits until the first row has come; four minutes, as a busy machine needs a while to start two workers and a canary. */
export async function firstRow(program: RunningProgram): Promise<void> {
  const look = () => program.waitFor('stdout', /"pod"/);
  await look().catch(look).catch(look).catch(look);
}

/** Waits until workers of a run are at work. */
export async function workersRun(run: string, namespace: Namespace): Promise<void> {
  await eventually('a worker that runs', async () => {
    const place = ['-n', namespace.name, '-l', `kubectl-debug/audit=${run}`];
    const phases = await kubectl(['get', 'pods', ...place, '-o', 'jsonpath={.items[*].status.phase}']);
    return phases.includes('Running') || undefined;
  });
}

/** The processes of workers, if the nodes are on this machine. */
function processesOf(run: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0--worker=${run}\0`);
      } catch {
        return false; // it has ended
      }
    })
    .map(Number);
}

/** Kills the process of one worker, as the kernel does for want of memory. Returns whether there was one. */
export function killWorker(run: string): boolean {
  const [pid] = processesOf(run).toSorted(() => Math.random() - 0.5);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it has ended
  }
  return true;
}

/** Deletes the pod of one worker that runs, without waiting for its end. Returns whether there was one. */
export async function deleteWorker(run: string, namespace: Namespace): Promise<boolean> {
  const place = ['-n', namespace.name];
  const which = ['-l', `kubectl-debug/audit=${run}`, '--field-selector=status.phase=Running'];
  const names = (await kubectl(['get', 'pods', ...place, ...which, '-o', 'name']))
    .split('\n')
    .filter(Boolean);
  const [name] = names.toSorted(() => Math.random() - 0.5);
  if (name === undefined) return false;
  return (await runKubectl(['delete', name, ...place, '--force'])).exitCode === 0;
}

/** The rows of `-o jsonl`. */
export function rowsOf(stdout: string): readonly RowJson[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RowJson)
    .toSorted((one, other) => (one.pod < other.pod ? -1 : 1));
}

/** The debug containers of audits, by pod. */
export async function debugContainers(
  namespace: Namespace,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const list = JSON.parse(
    await kubectl(['get', 'pods', '-n', namespace.name, '-l', 'made=e2e', '-o', 'json']),
  ) as {
    readonly items: readonly {
      readonly metadata: { readonly name: string };
      readonly spec: { readonly ephemeralContainers?: readonly { readonly name: string }[] };
    }[];
  };
  return Object.fromEntries(
    list.items.map(({ metadata, spec }) => [
      metadata.name,
      (spec.ephemeralContainers ?? []).map(({ name }) => name),
    ]),
  );
}
