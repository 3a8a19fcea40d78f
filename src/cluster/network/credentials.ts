/** A client certificate and its key, as PEM text. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** What one request proves its user with. */
export interface Credential {
  /** Value of the Authorization header; a secret. */
  readonly authorization?: string;
  /** The same object as long as it is the same certificate. */
  readonly keyPair?: KeyPair;
}

/** Where the credentials of a user come from. */
export interface CredentialSource {
  /** Throws `CliError` of kind `credentials` or `kubeconfig`; the signal's reason when it is aborted. */
  readonly current: (signal?: AbortSignal) => Promise<Credential>;
  /** After a 401 for `rejected`: whether there is another credential to try. */
  readonly renew: (rejected: Credential, signal?: AbortSignal) => Promise<boolean>;
  readonly close: () => void;
}

/** Sends with the current credential and, when that was refused (401) and can be renewed, once more with a new one. */
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
