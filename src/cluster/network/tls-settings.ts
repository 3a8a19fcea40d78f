import { isIP } from 'node:net';
import type { ConnectionOptions, PeerCertificate } from 'node:tls';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { secureContextAsInNode } from '../../system/single-file/secure-context.ts';
import type { KeyPair } from './credentials.ts';
import type { Authorities } from './system-authorities.ts';

/** How to verify a server. */
export interface ServerIdentity {
  readonly authorities: Authorities;
  readonly isVerified: boolean;
  /** The name in the certificate, if it differs from the host. */
  readonly serverName: string | undefined;
}

/** For a server that we do not verify. */
export const NO_AUTHORITIES: Authorities = { certificates: [], shown: 'none', hint: '' };

/**
 * Options for `tls.connect` and agents. `rejectUnauthorized` is always set: NODE_TLS_REJECT_UNAUTHORIZED must not
 * decide.
 */
export type TlsSettings = Pick<
  ConnectionOptions,
  'secureContext' | 'ALPNProtocols' | 'servername' | 'checkServerIdentity'
> & { readonly rejectUnauthorized: boolean };

/** Makes the TLS options; `server` is the name for messages. Throws `kubeconfig` for unusable certificates. */
export async function makeTlsSettings(
  server: string,
  identity: ServerIdentity,
  keyPair: KeyPair | undefined,
): Promise<TlsSettings> {
  const { checkServerIdentity, createSecureContext } = await import('node:tls');
  const { X509Certificate } = await import('node:crypto');
  const { serverName, isVerified, authorities } = identity;
  const options = {
    minVersion: 'TLSv1.2' as const,
    // Like Go, trusts intermediate authorities as well.
    allowPartialTrustChain: true,
    ca: authorities.certificates,
    ...(keyPair !== undefined && { cert: keyPair.certificate, key: keyPair.key }),
  };
  const makers = { createSecureContext, readCertificate: (pem: string) => new X509Certificate(pem) };
  return {
    secureContext: orUnusable(server, () => secureContextAsInNode(options, makers)),
    rejectUnauthorized: isVerified,
    ALPNProtocols: ['http/1.1'],
    // SNI takes no addresses (RFC 6066 §3), although a certificate can name one.
    ...(serverName !== undefined && { servername: isIP(serverName) === 0 ? serverName : '' }),
    checkServerIdentity: (host, certificate) =>
      checkServerIdentity(serverName ?? host, namedAsInGo(certificate)),
  };
}

/** The authorities that the kubeconfig names. Throws `kubeconfig` if there is no certificate. */
export function givenAuthorities(server: string, certificates: readonly string[]): Authorities {
  return orUnusable(server, () => {
    // OpenSSL accepts any text as an empty list.
    if (certificates.length === 0) throw new Error('the certificate authority is not PEM');
    return {
      certificates,
      shown: 'those of the certificate-authority that was given for it, and no others',
      hint: 'check certificate-authority of the cluster in the kubeconfig, or --certificate-authority: it must have signed the certificate of this server',
    };
  });
}

function orUnusable<T>(server: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new CliError('kubeconfig', `the certificates for ${server} cannot be used: ${errorText(cause)}`, {
      hint: 'check certificate-authority, client-certificate and client-key: they must be PEM and fit each other',
      cause,
    });
  }
}

/** Removes the names that Go does not match: the common name, and wildcards that are not the whole first label. */
function namedAsInGo(certificate: PeerCertificate): PeerCertificate {
  const { subject, subjectaltname } = certificate;
  const names = subjectaltname?.split(', ').filter((name) => !/^DNS:(?!\*\.[^*]+$).*\*/.test(name));
  return {
    ...certificate,
    subject: { ...subject, CN: '' },
    ...(names !== undefined && { subjectaltname: names.join(', ') }),
  };
}
