/** The path of a request without its query. */
export function pathOnly(path: string): string {
  return path.split('?')[0] ?? path;
}

const PLACE = /^\/api\/v1\/namespaces\/([^/]+)(?:\/pods(?:\/([^/]+))?)?/;

/** The flag of a command line for the namespace that a request was about; empty when it was about none. */
export function placeOf(path: string): string {
  const [, namespace] = PLACE.exec(pathOnly(path)) ?? [];
  return namespace === undefined ? '' : ` -n ${namespace}`;
}

/** The name of the pod that a request was about; `POD` when it was about none. */
export function podOfPath(path: string): string {
  return PLACE.exec(pathOnly(path))?.[2] ?? 'POD';
}
