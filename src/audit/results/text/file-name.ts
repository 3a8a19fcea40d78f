import { createHash } from 'node:crypto';

/** What the file systems of Linux, macOS and Windows take, with room for a draft's suffix. */
const MAX_LENGTH = 200;

/** Anything but letters, digits, `-` and inner dots becomes `%2f`, so that no name means a folder or another file. */
function safePart(text: string): string {
  const escape = (character: string): string =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return text.replace(/[^A-Za-z0-9.-]|^\.+|(?<!\.)\.+$/gu, escape);
}

/**
 * The name of the file for what one pod printed: `NAMESPACE_POD.out`, or `NAMESPACE_POD_TARGET.out`. Names of
 * Kubernetes never hold `_`; whatever else the parts hold, two different lists of parts never get one name, and no
 * name leads out of its folder.
 */
export function outputFileName(parts: readonly string[]): string {
  const name = parts.map(safePart).join('_');
  if (name.length <= MAX_LENGTH) return `${name}.out`;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, MAX_LENGTH - digest.length - 1)}~${digest}.out`;
}
