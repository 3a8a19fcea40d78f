import { badRequest, cause, invalidOptions, type StatusError } from '../api/request/status-error.ts';
import { isTrue } from '../api/request/api-request.ts';
import { parseFieldSelector } from '../store/field-selector.ts';
import { parseLabelSelector } from '../store/label-selector.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** The objects of a list or a watch. */
export interface Selection {
  readonly matches: (object: StoredObject) => boolean;
  /** Whether a selector narrows it; a list then has no count of remaining items. */
  readonly isNarrowed: boolean;
}

/** Reads namespace and selectors. Throws `StatusError` 400 for a bad selector. */
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

/** Reads an integer of a query; undefined if it is absent. Throws `StatusError` 400 with Go's message. */
export function parseInteger(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const VERSION_MATCHES = ['Exact', 'NotOlderThan'];

/**
 * Refuses contradictory combinations of `resourceVersion`, `resourceVersionMatch` and `sendInitialEvents` with
 * `StatusError` 422.
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
