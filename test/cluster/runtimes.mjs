// The container runtimes that a cluster can have, and the Kubernetes of each.
import fs from 'node:fs';
import path from 'node:path';
import { at, BIN } from './paths.mjs';

const inContainerd2 = (program) => path.join(BIN, 'containerd-2', program);

/** Builds for tests and for images that a running cluster takes later too: it need not be replaced when they change. */
export const TEST_BUILDS = ['echo', 'packets', 'read-pcapng'];

/** `builds` names the cluster's builds in binaries.mjs. */
export const RUNTIMES = {
  'containerd-2': {
    containerd: inContainerd2('containerd'),
    ctr: inContainerd2('ctr'),
    shim: inContainerd2('containerd-shim-runc-v2'),
    kube: path.join(BIN, 'kubernetes-1.37/kube'),
    builds: ['images', 'kubernetes-1.37', 'kubectl', 'containerd'],
  },
  // Debian's package.
  'containerd-1.6': {
    containerd: 'containerd',
    ctr: 'ctr',
    kube: path.join(BIN, 'kubernetes-1.35/kube'),
    builds: ['images', 'kubernetes-1.35', 'kubectl'],
  },
};

/** The runtime that KUBECTL_DEBUG_RUNTIME names; undefined if it is not set. */
export function chosenRuntime() {
  const name = process.env.KUBECTL_DEBUG_RUNTIME || undefined;
  if (name !== undefined && !Object.hasOwn(RUNTIMES, name))
    throw new Error(`KUBECTL_DEBUG_RUNTIME is "${name}", not one of ${Object.keys(RUNTIMES).join(', ')}`);
  return name;
}

/** The runtime of a new cluster. */
export const wantedRuntime = () => chosenRuntime() ?? 'containerd-2';

/** The name of the existing cluster's runtime. */
export const recordedRuntime = () =>
  fs.existsSync(at('runtime')) ? fs.readFileSync(at('runtime'), 'utf8') : undefined;

/** The programs of the existing cluster; Debian's if the cluster has no record of them. */
export const programs = () => RUNTIMES[recordedRuntime()] ?? RUNTIMES['containerd-1.6'];
