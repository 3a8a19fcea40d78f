// What the measurements on a cluster share: its flags, a namespace of their own, kubectl, and idle pods.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, KUBECTL } from '../test/cluster/paths.mjs';

/** For `parseArgs`. */
export const CLUSTER_OPTIONS = {
  kubeconfig: { type: 'string', default: at('kubeconfig') },
  kubectl: { type: 'string', default: KUBECTL },
  image: { type: 'string', default: 'localhost/busybox:dev' },
  'app-image': { type: 'string', default: 'localhost/app:dev' },
};

/** Waits until pods are idle: one that has just changed starts its next container up to a second later. */
export const untilIdle = () => sleep(4000);

/** A cluster, and a namespace to measure in that `makeNamespace` makes and `removeNamespace` deletes. */
export function benchCluster(options) {
  const env = { ...process.env, KUBECONFIG: options.kubeconfig };
  const namespace = `bench-${randomBytes(3).toString('hex')}`;
  const where = ['-n', namespace];

  /** Runs kubectl and returns its output. */
  function kubectl(args, input) {
    const result = spawnSync(options.kubectl, args, { env, input, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${result.stderr || result.error}`);
    return result.stdout;
  }

  const untilReady = (names) =>
    kubectl([
      'wait',
      ...names.map((name) => `pod/${name}`),
      '--for=condition=Ready',
      '--timeout=600s',
      ...where,
    ]);

  return {
    env,
    namespace,
    where,
    kubectl,
    makeNamespace: () => kubectl(['create', 'namespace', namespace]),
    removeNamespace: () => kubectl(['delete', 'namespace', namespace, '--wait=false']),

    /** Makes pods and waits until they are ready. */
    makePods(names) {
      const containers = [{ name: 'app', image: options['app-image'] }];
      const items = names.map((name) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name },
        spec: { terminationGracePeriodSeconds: 0, automountServiceAccountToken: false, containers },
      }));
      kubectl(['create', ...where, '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      untilReady(names);
    },

    /** Makes the pod `shell`, which has the image's tools, and waits until it is ready. */
    makeShellPod() {
      kubectl(['run', 'shell', `--image=${options.image}`, ...where, '--', 'sleep', '100000']);
      untilReady(['shell']);
    },
  };
}
