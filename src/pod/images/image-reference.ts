/** An image name with all that a short form leaves out. */
export interface ImageReference {
  /** The host, with its port if there is one. */
  readonly registry: string;
  readonly repository: string;
  /** `latest` where the name has neither a tag nor a digest. */
  readonly tag: string | undefined;
  /** With a digest the runtime ignores the tag. */
  readonly digest: string | undefined;
}

/** Docker Hub, the registry of names without a host. */
export const DOCKER_HUB = 'docker.io';

/** A first part with a dot, a port or an upper case letter is a host; any other one is a user on Docker Hub. */
const HOST = /[.:A-Z]|^localhost$/;

/** Whether the first part of an image name is a registry. */
export function isRegistryHost(part: string): boolean {
  return HOST.test(part);
}

/**
 * Reads an image name as the container runtimes do; `checkImageName` checks that it is one.
 * See https://github.com/distribution/reference/blob/main/normalize.go
 */
export function parseImageReference(image: string): ImageReference {
  const { name, tag, digest } = splitVersion(image);
  return {
    ...splitName(name),
    tag: tag ?? (digest === undefined ? 'latest' : undefined),
    digest,
  };
}

/** The name with the registry and the folder that it leaves out: `docker.io/library/busybox:1` for `busybox:1`. */
export function fullImageName(image: string): string {
  const { name } = splitVersion(image);
  const { registry, repository } = splitName(name);
  return `${registry}/${repository}${image.slice(name.length)}`;
}

function splitVersion(image: string): {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
} {
  const [tagged = '', digest] = image.split('@', 2);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  if (colon < 0) return { name: tagged, tag: undefined, digest };
  return { name: tagged.slice(0, colon), tag: tagged.slice(colon + 1), digest };
}

function splitName(name: string): Pick<ImageReference, 'registry' | 'repository'> {
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  const registry = !isRegistryHost(first) || first === `index.${DOCKER_HUB}` ? DOCKER_HUB : first;
  const repository = isRegistryHost(first) ? name.slice(slash + 1) : name;
  const isOfficial = registry === DOCKER_HUB && !repository.includes('/');
  return { registry, repository: isOfficial ? `library/${repository}` : repository };
}

/** Whether two names mean the same image; of a name with a digest only that counts. */
export function isSameImage(a: ImageReference, b: ImageReference): boolean {
  if (a.registry !== b.registry || a.repository !== b.repository) return false;
  return a.digest === undefined && b.digest === undefined ? a.tag === b.tag : a.digest === b.digest;
}

/**
 * The pull policy that the API server sets if the container has none.
 * See https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
 */
export function defaultPullPolicy({ tag }: ImageReference): 'Always' | 'IfNotPresent' {
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}
