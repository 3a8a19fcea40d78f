import { CliError, isCliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { IssuedCredential } from './exec-credential.ts';
import { readTextFile } from './read-text-file.ts';

/** Half the time between a kubelet's renewal of a token and the old one's end, as in client-go. */
const KEEP_MS = 60_000;

/** Reads a token that is replaced from outside; it is good for a minute. Throws `credentials` and `too-large`. */
export async function readTokenFile(path: string, now: () => Date): Promise<IssuedCredential> {
  const token = (
    await readTextFile(path, 'credentialFile').catch((cause: unknown) => fail(path, cause))
  ).trim();
  if (token === '') fail(path, new Error('the file is empty'));
  return { credential: { authorization: `Bearer ${token}` }, expiresAt: new Date(now().getTime() + KEEP_MS) };
}

function fail(path: string, cause: unknown): never {
  if (isCliError(cause)) throw cause;
  const why = errorText(cause);
  throw new CliError('credentials', `cannot read the token in ${path}: ${why}`, { cause });
}
