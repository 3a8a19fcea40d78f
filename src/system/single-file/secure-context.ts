import type { createSecureContext, SecureContextOptions } from 'node:tls';

/** What `node:tls` and `node:crypto` are needed for here. */
interface Makers {
  readonly createSecureContext: typeof createSecureContext;
  /** Throws for what is no certificate. */
  readonly readCertificate: (pem: string) => unknown;
}

/**
 * A root that has signed nothing: its key was never kept. In a list without any other, the runtime trusts whom Node trusts
 * with an empty list: nobody.
 */
const NOBODY = `-----BEGIN CERTIFICATE-----
MIIBfDCCASKgAwIBAgIUbgfG+wMSxkmuaNnwVuK4tTQ9SC8wCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGbm9ib2R5MCAXDTI2MTEyMzEwNTMzOVoYDzIxMjYxMDMwMTA1
MzM5WjARMQ8wDQYDVQQDDAZub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AASkbVDsqlBx22XtuIUPaioIhn9cBu5B8zirxp30iLQtOrjRsju2r/rfxMICDoW0
eN7Mp6pYQSgGk7tvswjDL4Ivo1YwVDAdBgNVHQ4EFgQU1mpaq+ZQ2IhUKgAYlsEf
VuzhlpAwHwYDVR0jBBgwFoAU1mpaq+ZQ2IhUKgAYlsEfVuzhlpAwEgYDVR0TAQH/
BAgwBgEB/wIBADAKBggqhkjOPQQDAgNIADBFAiEA/xnKvla8PDpzw8S2y+Y4Gic3
N5wFQyxgajO6i7CPhp4CIBV/HQgT7t/RHjtHmxlAqGmhNgNBaRoXfpSCrT7s1mz+
-----END CERTIFICATE-----
`;

/**
 * Makes a secure context that trusts `ca` and nothing else. Node skips what it cannot read in the list, and trusts nobody
 * if nothing is left. The runtime of the executable throws in the first case, and trusts the authorities of Mozilla, of
 * SSL_CERT_FILE and of NODE_EXTRA_CA_CERTS in the second.
 */
export function secureContextAsInNode(
  options: Omit<SecureContextOptions, 'ca'> & { readonly ca: readonly string[] },
  { createSecureContext, readCertificate }: Makers,
): ReturnType<typeof createSecureContext> {
  const make = (ca: readonly string[]) =>
    createSecureContext({ ...options, ca: ca.length === 0 ? [NOBODY] : [...ca] });
  try {
    return make(options.ca);
  } catch (error) {
    const readable = options.ca.filter((pem) => isReadable(pem, readCertificate));
    // Then something else is wrong, for example with the key.
    if (readable.length === options.ca.length) throw error;
    return make(readable);
  }
}

function isReadable(pem: string, read: Makers['readCertificate']): boolean {
  try {
    read(pem);
    return true;
  } catch {
    return false;
  }
}
