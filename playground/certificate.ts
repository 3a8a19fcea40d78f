import { generate } from 'selfsigned';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM; it signs itself, so clients trust it as their certificate authority. */
  readonly certificate: string;
}

/** Makes a certificate for this machine's loopback addresses. An EC key takes a tenth of an RSA key's time. */
export async function makeCertificate(now: Date): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'playground' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A day back: the clocks of a client and of this process need not agree.
    notBeforeDate: new Date(now.getTime() - 24 * 60 * 60 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key: pems.private, certificate: pems.cert };
}
