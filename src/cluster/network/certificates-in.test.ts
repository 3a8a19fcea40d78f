import { describe, expect, it } from 'vitest';
import { certificatesIn } from './certificates-in.ts';

const block = (body: string, kind = 'CERTIFICATE'): string =>
  `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----`;

describe('certificatesIn', () => {
  it.each([
    { label: 'one', pem: block('AAAA'), found: ['AAAA'] },
    { label: 'one with a line end', pem: `${block('AAAA')}\n`, found: ['AAAA'] },
    { label: 'two', pem: `${block('AAAA')}\n${block('BBBB')}\n`, found: ['AAAA', 'BBBB'] },
    {
      label: 'line ends of Windows',
      pem: block('AAAA\nBBBB').replaceAll('\n', '\r\n'),
      found: ['AAAA\nBBBB'],
    },
    { label: 'text around', pem: `Issuer: me\n${block('AAAA')}\n# end`, found: ['AAAA'] },
    { label: 'one twice, folded in two ways', pem: `${block('AAAA')}\n${block(' AAAA ')}`, found: ['AAAA'] },
    { label: 'a key before', pem: `${block('KKKK', 'PRIVATE KEY')}\n${block('AAAA')}`, found: ['AAAA'] },
    { label: 'a trusted certificate of OpenSSL', pem: block('AAAA', 'TRUSTED CERTIFICATE'), found: [] },
    { label: 'headers', pem: block('Proc-Type: 4\n\nAAAA'), found: [] },
    { label: 'no line end between two', pem: `${block('AAAA')}${block('BBBB')}`, found: [] },
    { label: 'no end', pem: '-----BEGIN CERTIFICATE-----\nAAAA\n', found: [] },
    { label: 'nothing', pem: '', found: [] },
  ])('of $label are those that Go finds', ({ pem, found }) => {
    expect(certificatesIn(pem)).toEqual(found.map((body) => `${block(body)}\n`));
  });
});
