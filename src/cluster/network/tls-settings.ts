import { isIP } from 'node:net';
import type { ConnectionOptions, PeerCertificate, SecureContextOptions } from 'node:tls';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { KeyPair } from './credentials.ts';
import type { Authorities } from './system-authorities.ts';

/** How a server proves itself. */
export interface ServerIdentity {
  readonly authorities: Authorities;
  readonly isVerified: boolean;
  /** The name in the certificate, where it is not the host's. */
  readonly serverName: string | undefined;
}

/** For a server that is not verified. */
export const NO_AUTHORITIES: Authorities = { certificates: [], shown: 'none', hint: '' };

/** What is handed to `tls.connect` and to agents. Verification is always said: the environment must not decide it. */
export type TlsSettings = Pick<
  ConnectionOptions,
  'secureContext' | 'ALPNProtocols' | 'servername' | 'checkServerIdentity'
> & { readonly rejectUnauthorized: boolean };

/** Makes the settings for `server`, which is how messages call it. Throws `kubeconfig` for certificates that do not work. */
export async function makeTlsSettings(
  server: string,
  identity: ServerIdentity,
  keyPair: KeyPair | undefined,
): Promise<TlsSettings> {
  const { checkServerIdentity, createSecureContext } = await import('node:tls');
  const { serverName, isVerified, authorities } = identity;
  const options: SecureContextOptions = {
    minVersion: 'TLSv1.2',
    // Go trusts whatever it is given, also an authority that another one signed.
    allowPartialTrustChain: true,
    ca: [...authorities.certificates],
    ...(keyPair !== undefined && { cert: keyPair.certificate, key: keyPair.key }),
  };
  return {
    secureContext: orUnusable(server, () => createSecureContext(options)),
    rejectUnauthorized: isVerified,
    ALPNProtocols: ['http/1.1'],
    // An address is no name to ask a server for (RFC 6066 §3), though a certificate can be for one.
    ...(serverName !== undefined && { servername: isIP(serverName) === 0 ? serverName : '' }),
    checkServerIdentity: (host, certificate) =>
      checkServerIdentity(serverName ?? host, namedAsInGo(certificate)),
  };
}

/** The authorities of a PEM text that the kubeconfig names. Throws `kubeconfig` where it has no certificate. */
export function givenAuthorities(server: string, certificates: readonly string[]): Authorities {
  return orUnusable(server, () => {
    // OpenSSL takes any text for a list of no authorities.
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

/**
 * Without the names that Go does not take for a host: the common name, for which authorities do not vouch, and a
 * wildcard that is not the whole first part of a name.
 */
function namedAsInGo(certificate: PeerCertificate): PeerCertificate {
  const { subject, subjectaltname } = certificate;
  const names = subjectaltname?.split(', ').filter((name) => !/^DNS:(?!\*\.[^*]+$).*\*/.test(name));
  return {
    ...certificate,
    subject: { ...subject, CN: '' },
    ...(names !== undefined && { subjectaltname: names.join(', ') }),
  };
}
