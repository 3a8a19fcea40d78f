// The container runtimes that a cluster can have, and the Kubernetes of each.
import fs from 'node:fs';
import path from 'node:path';
import { at, BIN } from './paths.mjs';

const inContainerd2 = (program) => path.join(BIN, 'containerd-2', program);

/** `builds` names what of binaries.mjs the cluster is made of. */
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

/** What KUBECTL_DEBUG_RUNTIME asks for; undefined if it says nothing. */
export function chosenRuntime() {
  const name = process.env.KUBECTL_DEBUG_RUNTIME || undefined;
  if (name !== undefined && !Object.hasOwn(RUNTIMES, name))
    throw new Error(`KUBECTL_DEBUG_RUNTIME is "${name}", not one of ${Object.keys(RUNTIMES).join(', ')}`);
  return name;
}

/** The runtime of a cluster that is to be. */
export const wantedRuntime = () => chosenRuntime() ?? 'containerd-2';

/** The name of the runtime that the cluster has which is there. */
export const recordedRuntime = () =>
  fs.existsSync(at('runtime')) ? fs.readFileSync(at('runtime'), 'utf8') : undefined;

/** The programs of the cluster that is there; one from before this was written down has Debian's. */
export const programs = () => RUNTIMES[recordedRuntime()] ?? RUNTIMES['containerd-1.6'];
