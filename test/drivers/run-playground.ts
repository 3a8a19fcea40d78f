import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hook } from '../../playground/hook.ts';
import { makeKubelet } from '../../playground/kubelet/make-kubelet.ts';
import type { ConfinementKind } from '../../playground/run/containers.ts';
import type { ImagePrograms } from '../../playground/run/image-program.ts';
import type { PodBehaviour } from '../../playground/pod-behaviour.ts';
import { createPlayground, type Playground, type PlaygroundPod } from '../../playground/playground.ts';
import type { Pod } from '../../src/pod/types.ts';
import { sharedCertificate } from '../playground/shared-certificate.ts';
import { statusOf } from '../playground/start-kubelet.ts';
import { startCommand, type CommandOptions, type RunningCommand } from './run-command.ts';
import { until } from './until.ts';

/** A gate that a test or a container opens for the other. */
export interface Gate {
  /** Commands for a shell: the first ends once the gate is open, the second opens it. */
  readonly wait: string;
  readonly pass: string;
  readonly open: () => Promise<void>;
  /** Waits until it is open. */
  readonly opened: () => Promise<void>;
}

/** A playground whose containers are plain processes of this machine, so that it works everywhere. */
export interface RunPlayground {
  readonly playground: Playground;
  /** Makes a pod whose container `app` runs, by default with a new name; resolves with the name once it runs. */
  readonly makePod: (behaviour?: PodBehaviour, pod?: Partial<PlaygroundPod>) => Promise<string>;
  /** Makes pods `LABEL-1` and so on with the label `test=LABEL`, so that tests can share a playground. */
  readonly makePods: (label: string, count: number) => Promise<readonly string[]>;
  readonly readPod: (name: string) => Pod;
  /** Waits until the container has this state in the status. */
  readonly untilContainer: (
    name: string,
    container: string,
    state: 'running' | 'terminated',
  ) => Promise<void>;
  /** Starts the program for the user admin. */
  readonly start: (argv: readonly string[], options?: Partial<CommandOptions>) => RunningCommand;
  /** Makes a gate that a container can wait for. */
  readonly makeGate: () => Gate;
  /** Paths of files. */
  readonly kubeconfigs: { readonly admin: string; readonly viewer: string };
  readonly close: () => Promise<void>;
}

const SLEEP = { name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] };

/** Starts a playground that retries failed pulls soon; its containers are plain processes unless `confinement` or `images` say more. */
export async function runPlayground(
  hook?: Hook,
  confinement: ConfinementKind = 'none',
  images: ImagePrograms = {},
): Promise<RunPlayground> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-cli-'));
  const playground = await createPlayground({
    certificate: await sharedCertificate(),
    makeKubelet: (host) =>
      makeKubelet(host, { folder, confinement, images, backOff: { firstMs: 20, longestMs: 100 } }),
    jobBackOff: { firstMs: 20, longestMs: 100 },
    ...(hook && { hook }),
  });
  const kubeconfigs = { admin: path.join(folder, 'admin'), viewer: path.join(folder, 'viewer') };
  await writeFile(kubeconfigs.admin, playground.kubeconfig('admin'));
  await writeFile(kubeconfigs.viewer, playground.kubeconfig('viewer'));
  const readPod = (name: string): Pod => {
    const pod = playground.getPod({ namespace: 'default', name });
    if (pod === undefined) throw new Error(`no pod ${name}`);
    return pod;
  };
  const untilContainer: RunPlayground['untilContainer'] = (name, container, state) =>
    until(
      () => statusOf(readPod(name), container)?.state?.[state] !== undefined,
      () => `${container} ${state} in ${JSON.stringify(readPod(name).status)}`,
    );
  let pods = 0;
  let gates = 0;
  const makePod: RunPlayground['makePod'] = async (behaviour = { kind: 'run' }, fields = {}) => {
    pods += 1;
    const { name = `web-${pods}` } = fields;
    playground.createPod({ name, spec: { containers: [SLEEP] }, behaviour, ...fields });
    if (behaviour.kind === 'run') await untilContainer(name, 'app', 'running');
    return name;
  };
  return {
    playground,
    kubeconfigs,
    readPod,
    untilContainer,
    makePod,
    makePods: async (label, count) => {
      const names = Array.from({ length: count }, (_, index) => `${label}-${index + 1}`);
      await Promise.all(names.map((name) => makePod(undefined, { name, labels: { test: label } })));
      return names;
    },
    makeGate: () => {
      gates += 1;
      const file = path.join(folder, `gate-${gates}`);
      return {
        wait: `while [ ! -e ${file} ]; do sleep 0.02; done`,
        pass: `touch ${file}`,
        open: () => writeFile(file, ''),
        opened: () =>
          until(
            () => existsSync(file),
            () => 'a gate that is open',
          ),
      };
    },
    start: (argv, options) => startCommand(argv, { kubeconfig: kubeconfigs.admin, ...options }),
    close: async () => {
      await playground.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
