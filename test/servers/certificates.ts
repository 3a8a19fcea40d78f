import { generate } from 'selfsigned';

/** A certificate and its key, as PEM text. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  readonly name: string;
  readonly signer?: Certificate;
  readonly isAuthority?: boolean;
  /** The names and addresses of the server. */
  readonly hosts?: readonly string[];
  readonly notAfter?: Date;
}

/** Makes a certificate that `signer` signs, or without one that signs itself. */
export async function makeCertificate({
  name,
  signer,
  isAuthority = false,
  hosts = [],
  notAfter,
}: CertificateOptions): Promise<Certificate> {
  const altNames = hosts.map((host) =>
    /^[\d.]+$|:/.test(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
  );
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(notAfter && { notBeforeDate: new Date('2020-01-01'), notAfterDate: notAfter }),
    ...(signer && { ca: { key: signer.key, cert: signer.cert } }),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      ...(isAuthority ? [{ name: 'keyUsage' as const, keyCertSign: true, digitalSignature: true }] : []),
      ...(altNames.length > 0 ? [{ name: 'subjectAltName' as const, altNames }] : []),
    ],
  });
  return { cert: made.cert, key: made.private };
}

const HOSTS = ['127.0.0.1', '::1', 'localhost', 'k.example', '*.wild.example'];

/** Good and bad certificates of servers, signed by the cluster's authority, by the system's, or by neither. */
export async function makeCertificates() {
  const [cluster, system] = await Promise.all([
    makeCertificate({ name: 'cluster authority', isAuthority: true }),
    makeCertificate({ name: 'system authority', isAuthority: true }),
  ]);
  const between = await makeCertificate({ name: 'intermediate', signer: cluster, isAuthority: true });
  const ofCluster = (options: Omit<CertificateOptions, 'signer'>) =>
    makeCertificate({ ...options, signer: cluster });
  const [server, ofSystem, behind, onlyNamed, expired, elsewhere, alone, client, partly, here] =
    await Promise.all([
      ofCluster({ name: 'server', hosts: HOSTS }),
      makeCertificate({ name: 'server', hosts: HOSTS, signer: system }),
      makeCertificate({ name: 'server', hosts: HOSTS, signer: between }),
      ofCluster({ name: 'k.example' }),
      ofCluster({ name: 'server', hosts: HOSTS, notAfter: new Date('2021-01-01') }),
      ofCluster({ name: 'server', hosts: ['elsewhere.example'] }),
      makeCertificate({ name: 'alone', hosts: HOSTS }),
      ofCluster({ name: 'ali' }),
      ofCluster({ name: 'server', hosts: ['k*.part.example'] }),
      ofCluster({ name: 'proxy', hosts: ['127.0.0.1'] }),
    ]);
  const chained = { cert: behind.cert + '\n' + between.cert, key: behind.key };
  return {
    cluster,
    system,
    between,
    server,
    ofSystem,
    behind,
    chained,
    onlyNamed,
    expired,
    elsewhere,
    alone,
    client,
    partly,
    here,
  };
}
export type Certificates = Awaited<ReturnType<typeof makeCertificates>>;
