import { spawnSync } from 'node:child_process';

/** Whether a process runs; a zombie, which only waits for its parent, does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]);
  const state = stdout.toString().trim();
  return state !== '' && !state.startsWith('Z');
}
