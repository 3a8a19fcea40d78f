import { CliError, isCliError } from '../../errors/cli-error.ts';
import { fileErrorText } from '../../errors/error-text.ts';
import type { IssuedCredential } from './exec-credential.ts';
import { readTextFile } from '../formats/read-text-file.ts';

/** As in client-go: half the time between the kubelet's renewal of a token and the expiry of the old one. */
const KEEP_MS = 60_000;

interface TokenFile {
  readonly path: string;
  /** Used if the file cannot be read or is empty, as in client-go. */
  readonly fallback: string | undefined;
}

/**
 * Reads a token from a file that others rewrite. The token counts for a minute. Throws `credentials` and
 * `too-large`.
 */
export async function readTokenFile(
  { path, fallback }: TokenFile,
  now: () => Date,
): Promise<IssuedCredential> {
  const token = await readToken(path).catch((error: unknown) => {
    if (fallback === undefined) throw error;
    return fallback;
  });
  return { credential: { authorization: `Bearer ${token}` }, expiresAt: new Date(now().getTime() + KEEP_MS) };
}

async function readToken(path: string): Promise<string> {
  const token = (
    await readTextFile(path, 'credentialFile').catch((cause: unknown) => fail(path, cause))
  ).trim();
  if (token === '') fail(path, new Error('the file is empty'));
  return token;
}

function fail(path: string, cause: unknown): never {
  if (isCliError(cause)) throw cause;
  const why = fileErrorText(cause);
  throw new CliError('credentials', `cannot read the token in ${path}: ${why}`, { cause });
}
