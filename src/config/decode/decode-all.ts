import type { Config, ConfigPath } from '../config.ts';
import { ConfigMistake } from './config-fields.ts';
import { decodeConfig, type ConfigContext } from './decode-config.ts';

/** What a config file says, or everything that is wrong in it. */
type Decoded = { readonly kind: 'config'; readonly config: Config } | Mistakes;

/** The first mistakes that were found. */
export interface Mistakes {
  readonly kind: 'mistakes';
  readonly mistakes: readonly ConfigMistake[];
  readonly hasMore: boolean;
}

/** As each mistake costs one more check of the whole file, which may be large, only so many are looked for. */
const MOST_MISTAKES = 20;

/**
 * Checks the contents of a config file, and returns the mistakes in it if there are any, but no more than 20. What is wrong is
 * deleted from a copy, and the rest is checked again, so that a reader only has to find its first mistake.
 */
export function decodeAll(value: unknown, context: ConfigContext): Decoded {
  const mistakes: ConfigMistake[] = [];
  let left = value;
  for (;;) {
    const decoded = decodeOnce(left, context);
    if (!(decoded instanceof ConfigMistake))
      return mistakes.length > 0
        ? { kind: 'mistakes', mistakes, hasMore: false }
        : { kind: 'config', config: decoded };
    if (mistakes.length === MOST_MISTAKES) return { kind: 'mistakes', mistakes, hasMore: true };
    if (mistakes.length === 0) left = structuredClone(value);
    mistakes.push(decoded);
    if (!deleteAt(left, decoded.path)) return { kind: 'mistakes', mistakes, hasMore: false };
  }
}

function decodeOnce(value: unknown, context: ConfigContext): Config | ConfigMistake {
  try {
    return decodeConfig(value, context);
  } catch (error) {
    if (error instanceof ConfigMistake) return error;
    throw error;
  }
}

/** Deletes the value at a path, and returns whether it was there. A list keeps a hole, so that the places after it still count. */
function deleteAt(value: unknown, path: ConfigPath): boolean {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    return false;
  return rest.length === 0 ? Reflect.deleteProperty(value, key) : deleteAt(Reflect.get(value, key), rest);
}
