import type { ImageReference } from './image-reference.ts';

/** Docker's old name of its registry, whose credentials count for every image of Docker Hub. */
const INDEX = 'index.docker.io';

interface RegistryPlace {
  readonly host: string;
  readonly port: string;
  /** Empty, or begins with a slash. */
  readonly path: string;
}

/** A URL with or without a scheme; `/v1/` and `/v2/` at the beginning of its path mean the host. */
const ADDRESS = /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#@:]*)(?::(\d*))?(\/[^?#]*)?(?:[?#].*)?$/s;

/** undefined for a text that is no address, which the kubelet leaves out as well. */
function readPlace(text: string): RegistryPlace | undefined {
  const found = ADDRESS.exec(text);
  if (found === null) return undefined;
  const [, host = '', port = '', path = ''] = found;
  const effective = path.replace(/^\/v[12](?=\/)/, '');
  return { host, port, path: effective === '/' ? '' : effective };
}

/** Whether a part of a host fits a part with `*`; in time that grows with the product of the two lengths at most. */
function fitsGlob(glob: string, part: string): boolean {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  if (last === undefined) return part === glob;
  if (!part.startsWith(first) || !part.endsWith(last) || part.length < first.length + last.length)
    return false;
  let at = first.length;
  const end = part.length - last.length;
  for (const middle of others) {
    const found = part.indexOf(middle, at);
    if (found < 0 || found + middle.length > end) return false;
    at = found + middle.length;
  }
  return true;
}

/**
 * Whether the kubelet uses an entry of a pull secret for an image: each part of the host may have a `*`, the port is the
 * same, and the path is the beginning of the repository.
 * See https://kubernetes.io/docs/concepts/containers/images/#config-json
 *
 * @param key the name of an entry in `auths`
 */
export function matchesRegistry(key: string, { registry, repository }: ImageReference): boolean {
  const entry = readPlace(key);
  const wanted = readPlace(`${registry}/${repository}`);
  if (entry === undefined || wanted === undefined) return false;
  // Only the name itself, without a path, as in the kubelet.
  if (registry === 'docker.io' && entry.host === INDEX && entry.port === '' && entry.path === '') return true;
  if (entry.port !== wanted.port || !wanted.path.startsWith(entry.path)) return false;
  const globs = entry.host.split('.');
  const parts = wanted.host.split('.');
  return globs.length === parts.length && globs.every((glob, index) => fitsGlob(glob, parts[index] ?? ''));
}
