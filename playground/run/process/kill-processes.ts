import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Kills the process group and, where /proc tells it, the whole session that `leader` leads. */
export function killSession(leader: number): void {
  if (leader <= 0) return;
  kill(-leader);
  killWhere((pid) => sessionOf(pid) === leader);
}

/** Kills every process that lives in the mount namespace with this inode number. */
export function killMountNamespace(inode: number): void {
  killWhere((pid) => statSync(`/proc/${pid}/ns/mnt`).ino === inode);
}

function killWhere(matches: (pid: number) => boolean): void {
  // A process may fork between the look and the kill, so look again until nobody is left.
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
    // No /proc, as on macOS: the process group is all that can be found.
    return [];
  }
}

function holds(matches: (pid: number) => boolean, pid: number): boolean {
  try {
    return matches(pid);
  } catch {
    // It has ended meanwhile, or belongs to another user: not ours.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** A zombie is dead already: it waits for its parent only. */
function isAlive(pid: number): boolean {
  return holds((id) => !['Z', 'X'].includes(statFields(id)[0] ?? 'X'), pid);
}

function sessionOf(pid: number): number {
  return Number(statFields(pid)[3]);
}

/** The fields of /proc/PID/stat after the name, which may hold spaces and brackets: state, ppid, pgrp, session. */
function statFields(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
