import { createHash } from 'node:crypto';

/** Below the limits of Linux, macOS and Windows, with room for the suffix of a draft. */
const MAX_LENGTH = 200;

/** Escapes all but letters, digits, `-` and inner dots, as in `%2f`, so that no name means a folder or another file. */
export function safeName(text: string): string {
  const escape = (character: string): string =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return text.replace(/[^A-Za-z0-9.-]|^\.+|(?<!\.)\.+$/gu, escape);
}

/**
 * The file name for the output of one run: `NAMESPACE_POD.out`, or `NAMESPACE_POD_TARGET.out`. Kubernetes names have no
 * `_`. Whatever the parts hold, different parts give different names, and no name leads out of the folder.
 */
export function outputFileName(parts: readonly string[]): string {
  const name = parts.map(safeName).join('_');
  if (name.length <= MAX_LENGTH) return `${name}.out`;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, MAX_LENGTH - digest.length - 1)}~${digest}.out`;
}
