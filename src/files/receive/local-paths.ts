import type { BytePath } from '../file-sink.ts';
import { localName } from '../names/local-name.ts';

/** The paths of a folder of this machine. */
export interface LocalPaths {
  readonly root: string;
  readonly platform: NodeJS.Platform;
  /** The path of a safe entry, as the system's functions take it; undefined if the system cannot have such a name. */
  readonly find: (path: BytePath) => string | Buffer | undefined;
  /** Like `find`, for an entry that exists or was found before. Throws for others, which is a mistake of ours. */
  readonly at: (path: BytePath) => string | Buffer;
}

/** The paths below an absolute path. */
export function localPaths(root: string, platform: NodeJS.Platform): LocalPaths {
  const above = `${root}/`;
  const aboveBytes = Buffer.from(above);
  const find = (path: BytePath): string | Buffer | undefined => {
    if (path === '') return root;
    const name = localName(path, platform);
    if (name === undefined) return undefined;
    return typeof name === 'string' ? above + name : Buffer.concat([aboveBytes, name]);
  };
  const at = (path: BytePath): string | Buffer => {
    const found = find(path);
    if (found === undefined) throw new Error('a name that this system cannot have');
    return found;
  };
  return { root, platform, find, at };
}

/** The bytes of a name that the system returned as bytes: UTF-8 where names are text. */
export function bytePath(name: Buffer): BytePath {
  return name.toString('latin1');
}
