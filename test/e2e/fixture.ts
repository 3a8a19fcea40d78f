import { randomBytes } from 'node:crypto';
import type { Pod } from '../../src/pod/types.ts';
import { APP_IMAGE, DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { kubectl, runKubectl } from './kubectl.ts';

/** A pod as these tests create it; fields beyond `Pod` are the server's business. */
export interface PodManifest {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The command line that `app` containers show in /proc. */
export const APP_COMMAND_LINE = APP_IMAGE === undefined ? 'sleep 86400' : '/app';

/** The program to debug: without a shell where the cluster has such an image. */
export const APP_CONTAINER =
  APP_IMAGE === undefined
    ? { name: 'app', image: DEBUG_IMAGE, command: ['sleep', '86400'] }
    : { name: 'app', image: APP_IMAGE };

/** A container that runs a script with the debug image's shell. */
export const shellContainer = (name: string, script: string) => ({
  name,
  image: DEBUG_IMAGE,
  command: ['sh', '-c', script],
});

/** A pod of one `app` container, or of what `spec` says. */
export function aPod(name: string, spec: Readonly<Record<string, unknown>> = {}): PodManifest {
  return {
    metadata: { name, labels: { made: 'e2e' } },
    spec: {
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      containers: [APP_CONTAINER],
      ...spec,
    },
  };
}

export type PodSecurityLevel = 'privileged' | 'baseline' | 'restricted';

/** A namespace of one test file. */
export interface Namespace {
  readonly name: string;
  /** Sets the Pod Security level and waits until the server knows it, which may take a while after the label is there. */
  readonly enforce: (level: PodSecurityLevel) => Promise<void>;
  /** Creates pods and waits until each is as its state says. */
  readonly create: (manifests: readonly PodManifest[], isSettled?: (pod: Pod) => boolean) => Promise<void>;
  readonly read: (pod: string) => Promise<Pod>;
  /** What a debug session may change in a pod, to compare before and after. */
  readonly ephemeralContainers: (pod: string) => Promise<NonNullable<Pod['spec']['ephemeralContainers']>>;
  /** Waits until the pod's status says that a debug container runs. */
  readonly runs: (pod: string, container: string) => Promise<void>;
  /** Deletes everything, without waiting for the end of it. */
  readonly remove: () => Promise<void>;
}

const isReady = ({ status }: Pod) =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false;

/**
 * Whether the first container crashes again and again, and does not run now. Between two starts a kubelet may go on telling of
 * its end: no CrashLoopBackOff.
 */
export function keepsCrashing({ status }: Pod): boolean {
  const [container] = status?.containerStatuses ?? [];
  if (container === undefined) return false;
  const { restartCount, state } = container;
  if (state?.waiting?.reason === 'CrashLoopBackOff') return true;
  return restartCount > 1 && state?.running === undefined;
}

/** Makes a namespace with a name of its own, so that several runs can share a cluster. */
export async function createNamespace(label: string): Promise<Namespace> {
  const name = `e2e-${label}-${randomBytes(3).toString('hex')}`;
  await kubectl(['create', 'namespace', name]);
  const read = async (pod: string): Promise<Pod> =>
    JSON.parse(await kubectl(['get', 'pod', pod, '-n', name, '-o', 'json'])) as Pod;
  return {
    name,
    read,
    async enforce(level) {
      await kubectl([
        'label',
        'namespace',
        name,
        `pod-security.kubernetes.io/enforce=${level}`,
        '--overwrite',
      ]);
      await eventually(`level ${level}`, async () =>
        (await enforcedLevel(name)) === level ? true : undefined,
      );
    },
    async create(manifests, isSettled = isReady) {
      const items = manifests.map((manifest) => ({ apiVersion: 'v1', kind: 'Pod', ...manifest }));
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
      await kubectl(['create', '-n', name, '-f', '-'], list);
      for (const { metadata } of manifests) {
        await eventually(`pod ${metadata.name}`, async () =>
          isSettled(await read(metadata.name)) ? true : undefined,
        );
      }
    },
    ephemeralContainers: async (pod) => (await read(pod)).spec.ephemeralContainers ?? [],
    async runs(pod, container) {
      await eventually(`debug container ${container}`, async () => {
        const { status } = await read(pod);
        return status?.ephemeralContainerStatuses?.find(
          (found) => found.name === container && found.state?.running !== undefined,
        );
      });
    },
    async remove() {
      await kubectl(['delete', 'pods', '--all', '--force', '-n', name]);
      await kubectl(['delete', 'namespace', name, '--wait=false']);
    },
  };
}

/** The level that the server holds a pod to which only `privileged` lets pass. */
async function enforcedLevel(namespace: string): Promise<string> {
  const overrides = JSON.stringify({ spec: { hostPID: true } });
  const probe = ['run', 'probe', '--image=probe', '--dry-run=server', `--overrides=${overrides}`];
  const { exitCode, stderr } = await runKubectl([...probe, '-n', namespace]);
  return exitCode === 0 ? 'privileged' : (/violates PodSecurity "(\w+):/.exec(stderr)?.[1] ?? stderr);
}
