import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { samplePcap } from './sample-packets.ts';
import { SAMPLE_FILE, TCPDUMP_SCRIPT } from './tcpdump-script.ts';

/** Where a container with its own root sees the programs. */
export const PROGRAMS_IN_ROOT = '/opt/playground';

/** Writes the programs that every container has before those of this machine, whose own ones would do real things. */
export function writePrograms(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'tcpdump'), TCPDUMP_SCRIPT, { mode: 0o755 });
  writeFileSync(join(folder, SAMPLE_FILE), samplePcap());
}

/** The search path with the programs in front. */
export function withPrograms(folder: string, path: string): string {
  return `${folder}${delimiter}${path}`;
}
