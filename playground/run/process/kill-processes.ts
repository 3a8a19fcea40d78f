import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Kills the process group of `leader` and, if there is a /proc, its whole session. */
export function killSession(leader: number): void {
  if (leader <= 0) return;
  kill(-leader);
  killWhere((pid) => sessionOf(pid) === leader);
}

/** Kills every process in the mount namespace with this inode number. */
export function killMountNamespace(inode: number): void {
  killWhere((pid) => statSync(`/proc/${pid}/ns/mnt`).ino === inode);
}

function killWhere(matches: (pid: number) => boolean): void {
  // A process may fork before it is killed, so look again until none is left.
  for (let round = 0; round < 10; round += 1) {
    const found = processIds().filter((pid) => isAlive(pid) && holds(matches, pid));
    if (found.length === 0) return;
    found.forEach(kill);
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    // No /proc, as on macOS: only the process group can be found.
    return [];
  }
}

function holds(matches: (pid: number) => boolean, pid: number): boolean {
  try {
    return matches(pid);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** A zombie is dead: it only waits for its parent. */
function isAlive(pid: number): boolean {
  return holds((id) => !['Z', 'X'].includes(statFields(id)[0] ?? 'X'), pid);
}

function sessionOf(pid: number): number {
  return Number(statFields(pid)[3]);
}

/** The fields of /proc/PID/stat after the name, which may contain spaces and brackets: state, ppid, pgrp, session. */
function statFields(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
