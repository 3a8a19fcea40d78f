import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { samplePcap } from './sample-packets.ts';
import { SAMPLE_FILE, TCPDUMP_SCRIPT } from './tcpdump-script.ts';

/**
 * busybox's `ps`, which shows all processes of the container; that of most machines shows those of the terminal. The folder of the
 * script comes first in the search path, so the others are named.
 */
const PS_SCRIPT = `#!/bin/sh
[ $# -gt 0 ] || set -- -e -o pid,user,args
for real in /usr/bin/ps /bin/ps; do [ ! -x "$real" ] || exec "$real" "$@"; done
echo 'sh: ps: not found' >&2
exit 127
`;

/** Where a container with its own root sees the programs. */
export const PROGRAMS_IN_ROOT = '/opt/playground';

/** Writes the programs that every container has before those of this machine, whose own ones would do real things. */
export function writePrograms(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'tcpdump'), TCPDUMP_SCRIPT, { mode: 0o755 });
  writeFileSync(join(folder, SAMPLE_FILE), samplePcap());
  writeFileSync(join(folder, 'ps'), PS_SCRIPT, { mode: 0o755 });
}

/** The search path with the programs in front. */
export function withPrograms(folder: string, path: string): string {
  return `${folder}${delimiter}${path}`;
}
