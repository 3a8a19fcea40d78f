import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cacheFolder,
  findOwnFolder,
  isVolume,
  makeOwnFolder,
  folderPath,
  stateFolder,
  type OwnFolder,
} from './own-folder.ts';

const OWN = process.geteuid?.();
const hasOwners = OWN !== undefined;

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'own-folder-'))));
afterEach(() => rmSync(base, { recursive: true }));

const NAMES = ['kubectl-debug', 'code'];
const ours = (): OwnFolder => ({ base, names: NAMES });
const aFolder = (path: string, mode = 0o700) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, mode);
  return path;
};

/** Only root can give a folder away: for all others, what is their own belongs to somebody else than the user asked for. */
const giveAway = (path: string): void => {
  if (OWN === 0) chownSync(path, 65534, 65534);
};
const otherThan = (uid: number): number => (OWN === 0 ? 0 : uid);

describe('a folder of our own', () => {
  it('is not there before it is made, and is for the user alone then', () => {
    const deep = { base: join(base, 'a/b'), names: NAMES };
    expect(findOwnFolder(deep, OWN)).toBeUndefined();
    const path = makeOwnFolder(deep, OWN);
    expect(path).toBe(join(base, 'a/b/kubectl-debug/code'));
    for (const part of [path, join(base, 'a')]) expect(statSync(part).mode & 0o777).toBe(0o700);
    expect(findOwnFolder(deep, OWN)).toBe(path);
    expect(makeOwnFolder(deep, OWN)).toBe(path);
  });

  const strange: readonly { label: string; prepare: () => void; why: RegExp; userId?: number }[] = [
    {
      label: 'a link in the place of the folder',
      prepare: () => {
        aFolder(join(base, 'kubectl-debug'));
        symlinkSync(aFolder(join(base, 'other')), join(base, 'kubectl-debug/code'));
      },
      why: /code is a link$/,
    },
    {
      label: 'a link in the place of the folder above',
      prepare: () => symlinkSync(aFolder(join(base, 'other')), join(base, 'kubectl-debug')),
      why: /kubectl-debug is a link$/,
    },
    {
      label: 'a link that leads nowhere',
      prepare: () => symlinkSync(join(base, 'nowhere'), join(base, 'kubectl-debug')),
      why: /kubectl-debug is a link$/,
    },
    {
      label: 'a file in its place',
      prepare: () => writeFileSync(join(base, 'kubectl-debug'), ''),
      why: /kubectl-debug is not a folder$/,
    },
    {
      label: 'a folder that everybody may write to',
      prepare: () => aFolder(join(base, 'kubectl-debug/code'), 0o707),
      why: /others may write to .*code$/,
    },
    {
      label: 'a folder that everybody may write to and nobody take from',
      prepare: () => aFolder(join(base, 'kubectl-debug/code'), 0o1777),
      why: /others may write to .*code$/,
    },
    {
      label: 'a folder above it that a group may write to',
      prepare: () => aFolder(join(base, 'kubectl-debug'), 0o770),
      why: /others may write to .*kubectl-debug$/,
    },
    {
      label: 'a base that others may write to',
      prepare: () => chmodSync(base, 0o777),
      why: /others may write to .*own-folder-/,
    },
    {
      label: 'a base of another user',
      prepare: () => giveAway(base),
      userId: otherThan(65534),
      why: /belongs to another user \(uid \d+\)$/,
    },
  ];
  it.runIf(hasOwners).each(strange)('is neither used nor made: $label', ({ prepare, why, userId = OWN }) => {
    prepare();
    expect(() => findOwnFolder(ours(), userId)).toThrow(why);
    expect(() => makeOwnFolder(ours(), userId)).toThrow(why);
    expect(existsSync(join(base, 'other/code'))).toBe(false);
    expect(existsSync(join(base, 'nowhere'))).toBe(false);
  });

  it.runIf(hasOwners)('is not made where the folder of its own could be moved away', () => {
    // Another user's folder that everybody may write to: what we make there they can move.
    const shared = aFolder(join(base, 'shared'), 0o777);
    expect(() => makeOwnFolder({ base: join(shared, 'mine'), names: NAMES }, OWN)).toThrow(
      /others may write/,
    );
    expect(existsSync(join(shared, 'mine'))).toBe(false);
  });

  it('may lie in a folder that everybody may write to but nobody may take from', () => {
    const shared = aFolder(join(base, 'shared'), 0o1777);
    expect(makeOwnFolder({ base: join(shared, 'mine'), names: NAMES }, OWN)).toBe(
      join(shared, 'mine/kubectl-debug/code'),
    );
  });

  it('may have a base that the user moved away and linked to', () => {
    const moved = aFolder(join(base, 'disk/cache'));
    symlinkSync('disk/cache', join(base, 'absolute'));
    symlinkSync('absolute', join(base, 'chain'));
    const folder = { base: join(base, 'chain'), names: NAMES };
    expect(makeOwnFolder(folder, OWN)).toBe(join(moved, 'kubectl-debug/code'));
    expect(findOwnFolder(folder, OWN)).toBe(join(moved, 'kubectl-debug/code'));
  });

  it.runIf(hasOwners)('is looked for where links lead, and links that lead in a circle end', () => {
    const open = aFolder(join(base, 'open'), 0o777);
    aFolder(join(open, 'cache'));
    symlinkSync(join(open, 'cache'), join(base, 'link'));
    expect(() => makeOwnFolder({ base: join(base, 'link'), names: NAMES }, OWN)).toThrow(
      /others may write to .*open$/,
    );
    symlinkSync('circle', join(base, 'circle'));
    expect(() => makeOwnFolder({ base: join(base, 'circle'), names: NAMES }, OWN)).toThrow(/too many links/);
  });

  it.each([
    { label: 'a mount of root', uid: 0, dev: 2, expected: true },
    { label: 'a mount of another user', uid: 1000, dev: 2, expected: false },
    { label: 'a folder of root on the disk of the one above', uid: 0, dev: 1, expected: false },
  ])('takes $label for a volume: $expected', ({ uid, dev, expected }) => {
    expect(isVolume({ uid, dev }, { dev: 1 })).toBe(expected);
  });

  it.runIf(hasOwners)('is not made in a pod either where no volume is', () => {
    chmodSync(base, 0o777);
    expect(() => makeOwnFolder({ ...ours(), isInPod: true }, OWN)).toThrow(/others may write/);
  });

  it('is made by many at once', () => {
    const paths = [1, 2, 3].map(() => makeOwnFolder(ours(), OWN));
    expect(new Set(paths).size).toBe(1);
  });
});

describe('the place of a folder', () => {
  const linux = { homeDirectory: '/home/me', platform: 'linux' } as const;
  const at = (folder: OwnFolder | undefined) => folder && folderPath(folder);

  it.each([
    { env: {}, cache: '/home/me/.cache/kubectl-debug/x', state: '/home/me/.local/state/kubectl-debug/x' },
    {
      env: { XDG_CACHE_HOME: '/c', XDG_STATE_HOME: '/s' },
      cache: '/c/kubectl-debug/x',
      state: '/s/kubectl-debug/x',
    },
    {
      env: { XDG_CACHE_HOME: 'c', XDG_STATE_HOME: './s' },
      cache: '/home/me/.cache/kubectl-debug/x',
      state: '/home/me/.local/state/kubectl-debug/x',
    },
    {
      env: { XDG_CACHE_HOME: '', XDG_STATE_HOME: '' },
      cache: '/home/me/.cache/kubectl-debug/x',
      state: '/home/me/.local/state/kubectl-debug/x',
    },
  ])('is absolute, with $env', ({ env, cache, state }) => {
    expect(at(cacheFolder({ ...linux, env }, 'x'))).toBe(cache);
    expect(at(stateFolder({ ...linux, env }, 'x'))).toBe(state);
  });

  it.each([
    { host: undefined, isInPod: false },
    { host: '', isInPod: false },
    { host: '10.96.0.1', isInPod: true },
  ])('is in a pod: $isInPod, if the API server is at $host', ({ host, isInPod }) => {
    const env = { KUBERNETES_SERVICE_HOST: host };
    expect(stateFolder({ ...linux, env }, 'x')).toMatchObject({ isInPod });
  });

  it('is nowhere for a user without a home', () => {
    const homeless = {
      ...linux,
      homeDirectory: undefined,
      env: { XDG_CACHE_HOME: 'c', XDG_STATE_HOME: 's' },
    };
    expect(cacheFolder(homeless, 'x')).toBeUndefined();
    expect(stateFolder(homeless, 'x')).toBeUndefined();
  });

  it('is where the system keeps caches', () => {
    expect(at(cacheFolder({ ...linux, platform: 'darwin', env: {} }, 'x'))).toBe(
      '/home/me/Library/Caches/kubectl-debug/x',
    );
    const windows = { ...linux, platform: 'win32', env: { LOCALAPPDATA: '/local' } } as const;
    expect([cacheFolder, stateFolder].map((folder) => at(folder(windows, 'x')))).toEqual([
      '/local/kubectl-debug/x',
      '/local/kubectl-debug/x',
    ]);
    expect(cacheFolder({ ...windows, env: {} }, 'x')).toBeUndefined();
  });
});
