import { commandText } from '../../errors/shell-word.ts';

/** Removes the query of a path. */
export function pathOnly(path: string): string {
  return path.split('?')[0] ?? path;
}

const PLACE = /^\/api\/v1\/namespaces\/([^/]+)(?:\/pods(?:\/([^/]+))?)?/;

/** Reverses the encoding of `apiPath`; returns malformed text unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The flag for the namespace of a request, with a leading blank; empty if it has none. */
export function namespaceFlag(path: string): string {
  const [, namespace] = PLACE.exec(pathOnly(path)) ?? [];
  return namespace === undefined ? '' : commandText` -n ${decode(namespace)}`;
}

/** The name of the pod in a request; `POD` if there is none. */
export function podOfPath(path: string): string {
  return decode(PLACE.exec(pathOnly(path))?.[2] ?? 'POD');
}
