const CERTIFICATE =
  /^-----BEGIN CERTIFICATE-----[ \t]*\r?\n([A-Za-z0-9+/=\s]*)^-----END CERTIFICATE-----[ \t]*\r?$/gm;

/**
 * Splits a PEM text into its distinct certificates. Like Go, ignores keys, comments and OpenSSL's trusted
 * certificates. OpenSSL stops at the first certificate that it cannot read, but kubectl trusts the ones after it as
 * well; so we pass each one separately.
 * See https://pkg.go.dev/crypto/x509#CertPool.AppendCertsFromPEM
 */
export function certificatesIn(pem: string): readonly string[] {
  // Most systems have each certificate twice, in a bundle and in a folder.
  const written = new Set(Array.from(pem.matchAll(CERTIFICATE), ([, body = '']) => body));
  const bodies = [...written].map((body) => body.trim().replace(/\s+/g, '\n'));
  return [...new Set(bodies)].map(
    (body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  );
}
