import { toError } from '../../errors/error-text.ts';
import type { Credential, CredentialSource, KeyPair } from '../network/credentials.ts';
import type { IssuedCredential } from './exec-credential.ts';

/**
 * Keeps the credential that `issue` returns until it expires or the server rejects it. Concurrent requests share
 * one call of `issue`, and each can stop waiting without ending it for the others. Closing aborts the signal of
 * `issue`.
 */
export function keepRenewed(
  issue: (signal: AbortSignal) => Promise<IssuedCredential>,
  now: () => Date,
): CredentialSource {
  const life = new AbortController();
  let kept: IssuedCredential | undefined;
  let pending: Promise<IssuedCredential> | undefined;
  const isGood = ({ expiresAt }: IssuedCredential): boolean =>
    expiresAt === undefined || now().getTime() < expiresAt.getTime();
  const issueAnew = async (): Promise<IssuedCredential> => {
    const issued = await issue(life.signal);
    kept = { ...issued, credential: withKnownKeyPair(issued.credential, kept?.credential.keyPair) };
    return kept;
  };
  const issueOnce = (): Promise<IssuedCredential> => {
    pending ??= issueAnew().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    current: async (signal) => {
      signal?.throwIfAborted();
      const issued = kept !== undefined && isGood(kept) ? kept : await orAborted(issueOnce(), signal);
      return issued.credential;
    },
    renew: async (rejected, signal) => {
      // Another request may have renewed it already.
      if (kept !== undefined && !isSame(kept.credential, rejected)) return true;
      const { credential } = await orAborted(issueOnce(), signal);
      return !isSame(credential, rejected);
    },
    close: () => life.abort(),
  };
}

/** Keeps the object of an unchanged certificate: connections are kept per object. */
function withKnownKeyPair(credential: Credential, known: KeyPair | undefined): Credential {
  return known !== undefined && isSamePair(credential.keyPair, known)
    ? { ...credential, keyPair: known }
    : credential;
}

function isSame(one: Credential, other: Credential): boolean {
  return one.authorization === other.authorization && isSamePair(one.keyPair, other.keyPair);
}

function isSamePair(one: KeyPair | undefined, other: KeyPair | undefined): boolean {
  return one?.certificate === other?.certificate && one?.key === other?.key;
}

/** Waits for `promise` or until `signal` is aborted. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(toError(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
