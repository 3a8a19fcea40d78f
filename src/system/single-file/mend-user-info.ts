import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/**
 * The runtime takes the name of the user from the environment, which may be missing or belong to another user; Node asks
 * the system, and throws if nobody has the uid.
 */
export function mendUserInfo(): void {
  if (os.platform() === 'win32') return;
  const { userInfo } = os;
  const mended = (): os.UserInfo<string> => {
    const told = userInfo();
    return { ...told, username: nameInFile(told.uid) ?? nameBySystem(told.uid) };
  };
  Object.assign(os, { userInfo: mended });
}

function nameInFile(uid: number): string | undefined {
  try {
    const rows = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
    return rows.find(([, , id]) => id === `${uid}`)?.[0];
  } catch {
    return undefined; // a container may have none
  }
}

/** macOS and networks have users that are in no file. */
function nameBySystem(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', `${uid}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`nobody has the uid ${uid}`);
  return stdout.trim();
}
