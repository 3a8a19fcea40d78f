import { generate } from 'selfsigned';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM. It is self-signed, so clients use it as their certificate authority. */
  readonly certificate: string;
}

/** Makes a certificate for the loopback addresses, with an EC key: an RSA key takes ten times as long. */
export async function makeCertificate(now: Date): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'playground' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Valid since yesterday, because a client's clock may differ from ours.
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
