import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RESTART } from './environment.ts';

/** Kills a program of the cluster and starts it again; returns when it serves. Needs `RESTART`. */
export async function restart(name: 'kubelet' | 'containerd' | 'kube-apiserver'): Promise<void> {
  await promisify(execFile)(process.execPath, [RESTART ?? '', 'restart', name]);
}
