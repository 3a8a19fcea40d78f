import { describe, expect, it } from 'vitest';
import { aConnection, answerPod, base64, readPod } from '../../../test/builders/a-connection.ts';
import { makeCertificate } from '../../../test/servers/certificates.ts';

const other = await makeCertificate({ name: 'other', isAuthority: true });

describe('TLS', () => {
  it('refuses a certificate that the authority did not sign', async () => {
    const { cluster } = await aConnection({
      respond: answerPod,
      cluster: { 'certificate-authority-data': base64(other.cert) },
    });
    await expect(readPod(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('its certificate is not signed by a trusted authority'),
    });
  });

  it('refuses a certificate for other names, unless tls-server-name gives the right one', async () => {
    const wrong = await aConnection({ respond: answerPod, options: { tlsServerName: 'other.example' } });
    await expect(readPod(wrong.cluster)).rejects.toThrow('its certificate is for other names');
    const right = await aConnection({ respond: answerPod, cluster: { 'tls-server-name': 'k.example' } });
    expect(await readPod(right.cluster)).toEqual({ kind: 'Pod' });
  });

  it('takes an address for the name in the certificate, without a word of Node about it', async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error): number => warnings.push(message);
    process.on('warning', hear);
    try {
      const wrong = await aConnection({ respond: answerPod, options: { tlsServerName: '127.0.0.9' } });
      await expect(readPod(wrong.cluster)).rejects.toThrow('its certificate is for other names');
      const right = await aConnection({ respond: answerPod, options: { tlsServerName: '127.0.0.1' } });
      expect(await readPod(right.cluster)).toEqual({ kind: 'Pod' });
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', hear);
    }
  });

  it('trusts anybody where told to, and warns of it', async () => {
    const warnings: unknown[] = [];
    const { cluster, server } = await aConnection({
      respond: answerPod,
      options: { insecureSkipTlsVerify: true },
      hooks: { onWarning: (...heard) => warnings.push(heard) },
    });
    expect(await readPod(cluster)).toEqual({ kind: 'Pod' });
    expect(warnings).toEqual([[`the certificate of ${server.url} is not verified`, 'connection']]);
  });

  it('names what cannot be used as a certificate', async () => {
    const broken = await aConnection({
      respond: answerPod,
      cluster: { 'certificate-authority-data': base64('no PEM') },
    });
    await expect(readPod(broken.cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringContaining('cannot be used: the certificate authority is not PEM'),
    });
    const user = { 'client-certificate-data': base64('no PEM'), 'client-key-data': base64('no PEM') };
    const { cluster } = await aConnection({ respond: answerPod, user });
    await expect(readPod(cluster)).rejects.toMatchObject({ kind: 'kubeconfig' });
    const missing = await aConnection({
      respond: answerPod,
      options: { certificateAuthority: 'missing.pem' },
    });
    await expect(readPod(missing.cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringContaining('cannot read the certificate authority /home/user/missing.pem'),
    });
  });
});
