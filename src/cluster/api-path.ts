import { CliError } from '../errors/cli-error.ts';
import type { PodRef } from '../pod/types.ts';
import type { QueryValue } from './cluster.ts';

/**
 * Percent-encodes the parts of a path and joins them. Throws `usage` for a part that cannot be a name and would
 * change the path. See https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function apiPath(...parts: readonly string[]): string {
  return `/${parts.map(encodePart).join('/')}`;
}

function encodePart(part: string): string {
  if (part === '' || part === '.' || part === '..' || /[/%]/.test(part)) {
    throw new CliError(
      'usage',
      `"${part}" is not a valid name: it may not be empty, ".", ".." or hold "/" or "%"`,
    );
  }
  return encodeURIComponent(part);
}

/** The path of a pod, or of one of its subresources. Throws `usage` as `apiPath` does. */
export function podPath({ namespace, name }: PodRef, ...subresource: readonly string[]): string {
  return apiPath('api', 'v1', 'namespaces', namespace, 'pods', name, ...subresource);
}

/** Adds a query to a path. Skips undefined values; a list repeats its name. */
export function pathWithQuery(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === 'object' ? value : [String(value)];
    return values.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`);
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
