import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Loads what is rarely needed. */
export type Builtins = Pick<NodeJS.Process, 'getBuiltinModule'>;

/**
 * The runtime takes the name of the user from the environment, which may be missing or belong to another user; Node asks
 * the system, and throws if nobody has the uid.
 */
export function mendUserInfo(builtins: Builtins): void {
  if (os.platform() === 'win32') return;
  const { userInfo } = os;
  const mended = (): os.UserInfo<string> => {
    const told = userInfo();
    return { ...told, username: nameInFile(told.uid) ?? nameBySystem(told.uid, builtins) };
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
function nameBySystem(uid: number, { getBuiltinModule }: Builtins): string {
  const { spawnSync } = getBuiltinModule('node:child_process');
  const { status, stdout } = spawnSync('id', ['-un', `${uid}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`nobody has the uid ${uid}`);
  return stdout.trim();
}
