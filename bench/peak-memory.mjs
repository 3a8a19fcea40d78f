import { readFileSync } from 'node:fs';

/** The peak of a process's memory so far in MiB; 0 once it has ended. */
export function peakMemory(pid) {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const TICKS_A_SECOND = 100;

/** The CPU that a process has used so far, in seconds; 0 once it has ended. */
export function cpuSeconds(pid) {
  try {
    // The name of the program, in parentheses, may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}
