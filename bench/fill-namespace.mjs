// Fills a namespace of the cluster with fake pods to measure lists, and deletes it. `options` has the paths kubeconfig and
// kubectl.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const FILL = path.join(import.meta.dirname, '../test/cluster/fill.mjs');

/** Makes the namespace and its pods `app-00000` and so on; throws if it cannot. */
export function fillNamespace({ namespace, count }, options) {
  const args = [FILL, namespace, `${count}`, options.kubeconfig, options.kubectl];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', process.stderr, process.stderr] });
  if (status !== 0) throw new Error(`cannot make ${count} pods in ${namespace}`);
}

/** Deletes a namespace that was filled, as far as there is one. */
export function removeFilled(namespace, options) {
  const kubectl = (...args) => spawnSync(options.kubectl, [...args, '--kubeconfig', options.kubeconfig]);
  // One request for all: kubectl itself would send one for each pod.
  kubectl('delete', '--raw', `/api/v1/namespaces/${namespace}/pods?gracePeriodSeconds=0`);
  kubectl('delete', 'namespace', namespace, '--wait=false');
}
