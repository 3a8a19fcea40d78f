import { printableJson } from '../printable.ts';

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(sortedEntries(value).map(([key, inner]) => [key, sortKeys(inner)]));
}

/**
 * A value as Go writes JSON: with sorted keys, and with `<`, `>` and `&` escaped. `indent` is the number of spaces for each
 * level; without it everything is on one line.
 */
export function goJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(sortKeys(value), undefined, indent);
  return printableJson(text).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Integers in full; other numbers with an exponent below 1e-4 and from 1e6 on. */
function goNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) || (magnitude >= 1e-4 && magnitude < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** A value of JSON as Go's fmt prints it: `map[a:1 b:[x y]]`, `<nil>`, `1.5e-05`. See https://pkg.go.dev/fmt */
export function goText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value === 'boolean') return `${value}`;
  if (!isObject(value)) return '<nil>';
  return `map[${sortedEntries(value)
    .map(([key, inner]) => `${key}:${goText(inner)}`)
    .join(' ')}]`;
}
