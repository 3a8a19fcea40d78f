import { readFileSync } from 'node:fs';
import os from 'node:os';
import { findProgram } from '../find-program.ts';

/** Of the process: what loads rarely needed modules, and where programs are. */
export type Builtins = Pick<NodeJS.Process, 'getBuiltinModule' | 'env' | 'platform'>;

/**
 * The runtime takes the name of the user from the environment, which may be missing or belong to another user; Node asks
 * the system, and throws if no user has the uid.
 */
export function patchUserInfo(builtins: Builtins): void {
  if (os.platform() === 'win32') return;
  const { userInfo } = os;
  const patched = (): os.UserInfo<string> => {
    const told = userInfo();
    return { ...told, username: nameInFile(told.uid) ?? nameBySystem(told.uid, builtins) };
  };
  Object.assign(os, { userInfo: patched });
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
function nameBySystem(uid: number, builtins: Builtins): string {
  const program = findProgram('id', builtins);
  if (program === undefined) throw noUser(uid);
  const { spawnSync } = builtins.getBuiltinModule('node:child_process');
  const { status, stdout } = spawnSync(program, ['-un', `${uid}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw noUser(uid);
  return stdout.trim();
}

const noUser = (uid: number): Error => new Error(`no user has the uid ${uid}`);
