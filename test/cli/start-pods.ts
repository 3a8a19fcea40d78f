import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import { createPlayground, type Playground } from '../../playground/playground.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { ContainerStateFields, Pod } from '../../src/pod/types.ts';
import type { FakeIoOptions } from '../builders/an-io.ts';
import { aPod, CREATED_AT, terminated, waiting, type PodOptions } from '../builders/a-pod.ts';
import { finish, startCommand, type CommandResult, type RunningCommand } from '../drivers/run-command.ts';
import { makeFakeKubelet } from '../playground/fake-kubelet.ts';
import { sharedCertificate } from '../playground/shared-certificate.ts';

/** Five minutes after the pods were created. */
const NOW = '2025-03-01T12:05:00Z';

/** A playground with pods, and `kubectl-debug pods` for its user viewer. */
interface StartedPods {
  readonly playground: Playground;
  /** Runs `pods` with these flags, separated by blanks. */
  readonly run: (line: string, options?: FakeIoOptions) => Promise<CommandResult>;
  /** Starts `pods` without waiting for its end. */
  readonly begin: (line: string, options?: FakeIoOptions) => RunningCommand;
}

/** Starts a playground with these pods; it ends with the test. */
export async function startPods(pods: readonly PodOptions[], hook?: Hook): Promise<StartedPods> {
  const playground = await createPlayground({
    makeKubelet: makeFakeKubelet,
    certificate: await sharedCertificate(),
    ...(hook && { hook }),
  });
  for (const options of pods) create(playground, aPod({ namespace: 'default', ...options }));
  const folder = await mkdtemp(path.join(tmpdir(), 'pods-test-'));
  onTestFinished(async () => {
    await playground.close();
    await rm(folder, { recursive: true });
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('viewer'));
  const begin: StartedPods['begin'] = (line, options = {}) => {
    const words = line.split(' ').filter((word) => word !== '');
    return startCommand(['pods', ...words], { kubeconfig, clock: 'virtual', now: NOW, ...options });
  };
  return { playground, begin, run: (line, options) => finish(begin(line, options)) };
}

function create(playground: Playground, { metadata, spec, status = {} }: Pod): void {
  const { name = '', namespace = '', labels = {} } = metadata;
  const created = playground.createPod({ name, namespace, labels, creationTimestamp: CREATED_AT, spec });
  playground.setStatus(podRef(created), status);
}

/** The state of a container that ended half a minute ago. */
export function endedHalfAMinuteAgo(exitCode: number): ContainerStateFields {
  return terminated(exitCode, { finishedAt: '2025-03-01T12:04:30Z' });
}

/** A pod with a sidecar, in which everything runs. */
export const HEALTHY: PodOptions = {
  name: 'ok',
  inits: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }],
};

/** A pod that crashes and is being debugged. */
export const CRASHING: PodOptions = {
  name: 'bad',
  apps: [
    {
      restartCount: 4,
      ready: false,
      state: waiting('CrashLoopBackOff'),
      lastState: endedHalfAMinuteAgo(137),
    },
    { name: 'log', image: 'log:1' },
  ],
  ephemerals: [{ name: 'dbg', targetContainerName: 'app' }],
  status: { conditions: [{ type: 'Ready', status: 'False' }] },
};
