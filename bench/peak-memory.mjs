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
