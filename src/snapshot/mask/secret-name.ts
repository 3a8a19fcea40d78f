const SECRET =
  /passw(?:or)?d|passwd|passphrase|(?:^|[^a-z])pwd|secret|token|credential|(?:api|access|private|auth|encryption|signing)[-_.]?key|authorization|cookie/i;
/** Names that say where a secret is, how it is called or how long it lasts, but do not hold it. */
const NOT_ITSELF =
  /(?:file|path|dir|name|names|ref|refs|id|ttl|seconds|expiration|expiry|enabled|type|class|mode)$/i;

/** Whether what has this name (a variable, a flag, a header, a field) is likely a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name) && !NOT_ITSELF.test(name);
}
