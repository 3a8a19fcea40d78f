import { commandText } from '../../errors/shell-word.ts';

/** The path of a request without its query. */
export function pathOnly(path: string): string {
  return path.split('?')[0] ?? path;
}

const PLACE = /^\/api\/v1\/namespaces\/([^/]+)(?:\/pods(?:\/([^/]+))?)?/;

/** Back to the name that `apiPath` wrote; what the server gave as a path may be none of its kind. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The flag of a command line for the namespace that a request was about; empty when it was about none. */
export function namespaceFlag(path: string): string {
  const [, namespace] = PLACE.exec(pathOnly(path)) ?? [];
  return namespace === undefined ? '' : commandText` -n ${decode(namespace)}`;
}

/** The name of the pod that a request was about; `POD` when it was about none. */
export function podOfPath(path: string): string {
  return decode(PLACE.exec(pathOnly(path))?.[2] ?? 'POD');
}
