import { badRequest, cause, invalidOptions, type StatusError } from '../api/request/status-error.ts';
import { isTrue } from '../api/request/api-request.ts';
import { parseFieldSelector } from '../store/field-selector.ts';
import { parseLabelSelector } from '../store/label-selector.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** Which objects a list or a watch is about. */
export interface Selection {
  readonly matches: (object: StoredObject) => boolean;
  /** Whether labels or fields narrow it down; a list does not count what is left then. */
  readonly isNarrowed: boolean;
}

/** Reads namespace and selectors; throws `StatusError` 400 for selectors that cannot be read. */
export function parseSelection(
  query: URLSearchParams,
  namespace: string | undefined,
  fields: readonly string[],
): Selection {
  const labelSelector = query.get('labelSelector') ?? '';
  const fieldSelector = query.get('fieldSelector') ?? '';
  const labelsMatch = parseLabelSelector(labelSelector);
  const fieldsMatch = parseFieldSelector(fieldSelector, fields);
  return {
    matches: (object) =>
      (namespace === undefined || object.metadata.namespace === namespace) &&
      labelsMatch(object.metadata.labels ?? {}) &&
      fieldsMatch(object),
    isNarrowed: labelSelector !== '' || fieldSelector !== '',
  };
}

/** Reads a whole number of a query; undefined when it is not given. Throws `StatusError` 400 in the words of Go. */
export function parseInteger(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const VERSION_MATCHES = ['Exact', 'NotOlderThan'];

/**
 * Refuses combinations of `resourceVersion`, `resourceVersionMatch` and `sendInitialEvents` that contradict
 * each other (`StatusError` 422).
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function checkVersionMatch(query: URLSearchParams): void {
  const field = 'resourceVersionMatch';
  const [version, match] = [textOf(query, 'resourceVersion'), textOf(query, field)];
  const forbid = (text: string): StatusError => invalidOptions('ListOptions', cause.forbidden(field, text));
  if (isTrue(query.get('sendInitialEvents')) && match !== 'NotOlderThan') {
    throw forbid('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  }
  if (match === '' || isTrue(query.get('watch'))) return;
  if (version === '') throw forbid('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (!VERSION_MATCHES.includes(match)) {
    const supported = cause.notSupported(field, JSON.stringify(match), [...VERSION_MATCHES, '']);
    throw invalidOptions('ListOptions', supported);
  }
  if (match === 'Exact' && version === '0') {
    throw forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  }
}

function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? '';
}
