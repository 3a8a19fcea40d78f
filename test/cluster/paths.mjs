// The files of a test cluster and the addresses that it listens on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const HERE = import.meta.dirname;
const CACHE = process.env.KUBECTL_DEBUG_CACHE ?? path.join(os.homedir(), '.cache/kubectl-debug');
export const BIN = path.join(CACHE, 'bin');
export const KUBECTL = path.join(BIN, 'kubectl');
export const ID = Number(process.env.KUBECTL_DEBUG_CLUSTER ?? 0);
export const STATE = path.join(CACHE, ID === 0 ? 'cluster' : `cluster-${ID}`);
export const RUN = `/run/kubectl-debug-test-${ID}`; // socket paths must stay under 108 bytes
export const PORT = Object.fromEntries(
  Object.entries({
    api: 26443,
    etcd: 22379,
    etcdPeer: 22380,
    kubelet: 20250,
    controllers: 20257,
    scheduler: 20259,
    registry: 25000,
  }).map(([name, port]) => [name, port + 100 * ID]),
);

export const at = (...parts) => path.join(STATE, ...parts);

/** Node `index` (from 0). Its name is its loopback address, which the API server dials. */
export const nodeAt = (index) => ({
  name: `127.0.${ID}.${index + 1}`,
  at: (...parts) => at(`node-${index + 1}`, ...parts),
  run: `${RUN}/node-${index + 1}`,
  socket: `${RUN}/node-${index + 1}/containerd.sock`,
  bridge: `kdbg${ID}n${index + 1}`,
  subnet: `10.${88 + ID}.${index * 16}.0/20`,
});

export function write(file, text, mode) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
}

/** Runs a program and returns its output; throws when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${result.stderr || result.error || result.stdout}`);
  return result.stdout;
}

export const kubectl = (...args) =>
  spawnSync(KUBECTL, ['--kubeconfig', at('kubeconfig'), ...args], { encoding: 'utf8' });
