/** A client certificate and its key, as PEM text. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** What authenticates the user of a request. */
export interface Credential {
  /** Value of the Authorization header; a secret. */
  readonly authorization?: string;
  /** Stays the same object while the certificate is the same. */
  readonly keyPair?: KeyPair;
}

/** The source of a user's credentials. */
export interface CredentialSource {
  /** Throws `CliError` of kind `credentials` or `kubeconfig`, and the signal's reason. */
  readonly current: (signal?: AbortSignal) => Promise<Credential>;
  /** Renews `rejected` after a 401. Returns whether there is another credential to try. */
  readonly renew: (rejected: Credential, signal?: AbortSignal) => Promise<boolean>;
  readonly close: () => void;
}

/**
 * Sends with the current credential, and once more with a new one if the server rejects it (401) and it can be
 * renewed.
 */
export async function withRenewal<T extends { readonly status: number }>(
  credentials: CredentialSource,
  signal: AbortSignal,
  send: (credential: Credential) => Promise<T>,
): Promise<T> {
  const credential = await credentials.current(signal);
  const answer = await send(credential);
  if (answer.status !== 401 || !(await credentials.renew(credential, signal))) return answer;
  return send(await credentials.current(signal));
}
