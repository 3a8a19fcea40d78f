import { execFileSync } from 'node:child_process';
import { MACHINE, RELEASE } from './release-files.ts';

/** Makes the release for this machine, unless KUBECTL_DEBUG_RELEASE names the folder of one. */
export default function makeRelease(): void {
  if (process.env['KUBECTL_DEBUG_RELEASE'] !== undefined) return;
  const flags = [`--only=linux_${MACHINE}`, `--output=${RELEASE}`];
  execFileSync('npm', ['run', '--silent', 'release', '--', ...flags], { stdio: 'inherit' });
}
