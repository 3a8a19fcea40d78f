const CERTIFICATE =
  /^-----BEGIN CERTIFICATE-----[ \t]*\r?\n([A-Za-z0-9+/=\s]*)^-----END CERTIFICATE-----[ \t]*\r?$/gm;

/**
 * The certificates of a PEM text, each a PEM text of its own and each once; what else is in the text is left out, as
 * Go does: keys, comments, OpenSSL's trusted certificates. Apart from each other because OpenSSL stops reading a text
 * at the first certificate that it does not understand, and kubectl trusts those behind it as well.
 * See https://pkg.go.dev/crypto/x509#CertPool.AppendCertsFromPEM
 */
export function certificatesIn(pem: string): readonly string[] {
  // Most systems have each one twice, in a bundle and in a folder, and written alike.
  const written = new Set(Array.from(pem.matchAll(CERTIFICATE), ([, body = '']) => body));
  const bodies = [...written].map((body) => body.trim().replace(/\s+/g, '\n'));
  return [...new Set(bodies)].map(
    (body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  );
}
