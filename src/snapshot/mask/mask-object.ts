import { MASK } from '../../cluster/requests/masked-headers.ts';
import { maskText } from './mask-text.ts';
import { maskWords } from './mask-words.ts';
import { isSecretName } from './secret-name.ts';

/** Lists of words of a command. */
const WORD_LISTS: readonly string[] = ['command', 'args'];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWordList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** JSON in an annotation, such as that of `kubectl apply`, is an object like the one around it. */
function maskString(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskText(text);
  try {
    return JSON.stringify(maskValue('', JSON.parse(text)));
  } catch {
    // No JSON after all, or cut off: no part of it can be told from a value of a variable.
    return /"(?:env|value)\\*"/.test(text) ? MASK : maskText(text);
  }
}

/** The value of a variable is masked whatever its name is; that of a header by its name. */
function maskNamedValue(list: string, item: unknown): unknown {
  if (!isRecord(item)) return maskValue('', item);
  const { name, value } = item;
  const isMasked = list === 'env' || (typeof name === 'string' && isSecretName(name));
  if (typeof value !== 'string' || !isMasked) return maskRecord(item);
  return { ...maskRecord(item), value: MASK };
}

function maskList(key: string, list: readonly unknown[]): readonly unknown[] {
  if (key === 'env' || key === 'httpHeaders') return list.map((item) => maskNamedValue(key, item));
  if (WORD_LISTS.includes(key) && isWordList(list)) return maskWords(list);
  return list.map((item) => maskValue('', item));
}

function maskRecord(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, maskValue(key, value)]));
}

function maskValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretName(key) && value !== '' ? MASK : maskString(value);
  if (Array.isArray(value)) return maskList(key, value);
  return isRecord(value) ? maskRecord(value) : value;
}

/**
 * An object of the API without the values of variables and what else looks like a secret, also in annotations that hold
 * another object. Names of Secrets and of their keys stay: they are no secrets.
 */
export function maskObject<T extends object>(object: T): T {
  return maskValue('', object) as T;
}
