import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { JsonPath } from './json-path-grammar.ts';
import { evaluateJsonPath } from './json-path.ts';

/** The key by which an object is sorted. Missing values come first, then nulls. Other values have no order. */
export type SortKey =
  | { readonly kind: 'missing' | 'null' | 'other' }
  | { readonly kind: 'value'; readonly value: string | number };

/** Reads the sort key of one object. Throws `usage` for a path that cannot be evaluated. */
export function sortKeyOf(path: JsonPath, object: unknown): SortKey {
  const value = valueOf(path, object);
  if (value === undefined) return { kind: 'missing' };
  if (value === null) return { kind: 'null' };
  if (typeof value === 'string' || typeof value === 'number') return { kind: 'value', value };
  return { kind: 'other' };
}

/** undefined for an index out of bounds, as the list may be longer in other pods. */
function valueOf(path: JsonPath, object: unknown): unknown {
  try {
    return evaluateJsonPath(path, object)[0]?.[0];
  } catch (error) {
    if (!isCliError(error) || !error.message.includes('array index out of bounds')) throw error;
    return undefined;
  }
}

const SCALE: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** The size of a quantity such as `500m`, `1Gi` or `1e3`; undefined for any other text. */
function quantityOf(text: string): number | undefined {
  const [, digits = '', suffix = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
  const scale = Object.hasOwn(SCALE, suffix) ? SCALE[suffix] : undefined;
  return digits === '' || scale === undefined ? undefined : Number(digits) * scale;
}

function compareValues(left: string | number, right: string | number): number {
  if (typeof left !== typeof right) {
    throw new CliError('usage', 'cannot sort by this field: it is a text in one pod and a number in another');
  }
  const quantities = [quantityOf(String(left)), quantityOf(String(right))];
  const [a, b] = quantities.includes(undefined) ? [left, right] : quantities;
  if (a === b || a === undefined || b === undefined) return 0;
  return a < b ? -1 : 1;
}

const ORDER = { missing: 0, null: 1, value: 2, other: 2 };

/** Compares like kubectl: numbers and quantities by size, other texts by their characters. Throws `usage`. */
export function compareSortKeys(left: SortKey, right: SortKey): number {
  const kinds = [left.kind, right.kind];
  if (kinds.includes('other') && !kinds.includes('missing'))
    throw new CliError('usage', 'cannot sort by this field: in a pod it is neither a text nor a number');
  if (left.kind === 'value' && right.kind === 'value') return compareValues(left.value, right.value);
  return ORDER[left.kind] - ORDER[right.kind];
}
