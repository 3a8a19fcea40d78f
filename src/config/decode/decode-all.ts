import type { Config, ConfigPath } from '../config.ts';
import { ConfigMistake } from './config-fields.ts';
import { decodeConfig, type ConfigContext } from './decode-config.ts';

/** What a config file says, or everything that is wrong in it. */
type Decoded =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ConfigMistake[] };

/**
 * Checks the contents of a config file, and returns all mistakes in it if there are any. What is wrong is deleted from `value`,
 * and the rest is checked again, so that a reader only has to find its first mistake.
 */
export function decodeAll(value: unknown, context: ConfigContext): Decoded {
  const mistakes: ConfigMistake[] = [];
  for (;;) {
    const decoded = decodeOnce(value, context);
    if (!(decoded instanceof ConfigMistake))
      return mistakes.length > 0 ? { kind: 'mistakes', mistakes } : { kind: 'config', config: decoded };
    mistakes.push(decoded);
    if (!deleteAt(value, decoded.path)) return { kind: 'mistakes', mistakes };
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
