import { execFileSync } from 'node:child_process';
import { MACHINE } from './release-files.ts';

/** Makes the release for this machine, unless KUBECTL_DEBUG_RELEASE names the folder of one. */
export default function makeRelease(): void {
  if (process.env['KUBECTL_DEBUG_RELEASE'] !== undefined) return;
  execFileSync('npm', ['run', '--silent', 'release', '--', `--only=linux_${MACHINE}`], { stdio: 'inherit' });
}
