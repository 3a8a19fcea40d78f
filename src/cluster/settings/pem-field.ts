import { CliError, isCliError } from '../../errors/cli-error.ts';
import { fileErrorText } from '../../errors/error-text.ts';
import type { PemSource } from './connection-settings.ts';
import { entryError, pathField, textField, type KubeconfigEntry } from './kubeconfig-entry.ts';
import { readTextFile } from '../formats/read-text-file.ts';

/**
 * The PEM text of `name-data` (base64) or the file of `name`; undefined without either. Throws `kubeconfig` for
 * both, as kubectl does.
 */
export function pemField(entry: KubeconfigEntry, name: string): PemSource | undefined {
  const data = textField(entry, `${name}-data`);
  const path = pathField(entry, name);
  if (data !== undefined && path !== undefined)
    throw entryError(entry, `it has both ${name} and ${name}-data`);
  if (data !== undefined && !isBase64(data)) throw entryError(entry, `${name}-data is not base64`);
  if (data !== undefined) return { kind: 'data', pem: Buffer.from(data, 'base64').toString('utf8') };
  return path === undefined ? undefined : { kind: 'file', path };
}

/** Go's rules: line ends are ignored, and padding is required. */
function isBase64(text: string): boolean {
  const letters = text.replace(/[\r\n]/g, '');
  return letters.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(letters);
}

/** Reads the PEM text of a source. Throws `kubeconfig` or `too-large` with the name of the file. */
export async function readPem(source: PemSource, what: string): Promise<string> {
  if (source.kind === 'data') return source.pem;
  try {
    return await readTextFile(source.path, 'credentialFile');
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    const why = fileErrorText(cause);
    throw new CliError('kubeconfig', `cannot read the ${what} ${source.path}: ${why}`, { cause });
  }
}
