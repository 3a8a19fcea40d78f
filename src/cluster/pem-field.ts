import { CliError, isCliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { PemSource } from './connection-settings.ts';
import { entryError, pathField, textField, type KubeconfigEntry } from './kubeconfig-entry.ts';
import { readTextFile } from './read-text-file.ts';

/**
 * The PEM text of `name-data` (base64) or the file of `name`; undefined without either. Throws `kubeconfig` when both
 * are there, as kubectl does.
 */
export function pemField(entry: KubeconfigEntry, name: string): PemSource | undefined {
  const data = textField(entry, `${name}-data`);
  const path = pathField(entry, name);
  if (data !== undefined && path !== undefined)
    throw entryError(entry, `it has both ${name} and ${name}-data`);
  if (data !== undefined) return { kind: 'data', pem: Buffer.from(data, 'base64').toString('utf8') };
  return path === undefined ? undefined : { kind: 'file', path };
}

/** Reads the PEM text of a source. Throws `kubeconfig`, or `too-large`, with the name of a file that cannot be read. */
export async function readPem(source: PemSource, what: string): Promise<string> {
  if (source.kind === 'data') return source.pem;
  try {
    return await readTextFile(source.path, 'credentialFile');
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    const why = errorText(cause);
    throw new CliError('kubeconfig', `cannot read the ${what} ${source.path}: ${why}`, { cause });
  }
}
