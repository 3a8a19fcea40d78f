import type { BytePath } from '../file-sink.ts';

const HASHED = /^(\\)?([0-9a-f]{64}) [ *](.*)$/s;
/** How GNU's sha256sum writes a name that has one of these. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/**
 * Reads what `sha256sum` prints of names, in this order; of a file that it cannot read it prints nothing. A name may have line
 * breaks, which busybox prints as they are.
 */
export function readHashes(names: readonly BytePath[], output: string): ReadonlyMap<BytePath, string> {
  const found = new Map<BytePath, string>();
  let rest = output;
  for (const name of names) {
    const taken = takeHash(name, rest);
    if (taken === undefined) continue;
    found.set(name, taken.hex);
    rest = rest.slice(taken.length);
  }
  return found;
}

function takeHash(
  name: BytePath,
  rest: string,
): { readonly hex: string; readonly length: number } | undefined {
  const plain = `./${name}`;
  const isEscaped = rest.startsWith('\\');
  const shown = isEscaped
    ? plain.replace(/[\\\n\r]/g, (character) => ESCAPES[character] ?? character)
    : plain;
  const start = isEscaped ? 1 : 0;
  const length = start + 66 + shown.length + 1;
  const [, , hex, said] = HASHED.exec(rest.slice(0, length - 1)) ?? [];
  return hex !== undefined && said === shown && rest[length - 1] === '\n' ? { hex, length } : undefined;
}
