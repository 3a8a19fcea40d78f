import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDestination, destinationLine } from './destination-words.ts';

const POD = { namespace: 'shop', name: 'web-1' };
/** Any characters, among them those of shells. */
const someText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes));
const host = (name: string, port = 80) => ({ kind: 'host', host: name, port }) as const;

describe('the line for the script', () => {
  it.each([
    { destination: host('db', 5432), line: 'db 5432\n' },
    { destination: host('my_db.shop.svc.cluster.local'), line: 'my_db.shop.svc.cluster.local 80\n' },
    { destination: host('2001:db8::1'), line: '2001:db8::1 80\n' },
    { destination: host('::1'), line: '::1 80\n' },
    { destination: { kind: 'pod', port: 8080 } as const, line: '- 8080\n' },
  ])('is $line', ({ destination, line }) => {
    expect(destinationLine(destination)).toBe(line);
  });

  it.each([
    '',
    '-h',
    '-',
    'a b',
    'a\nb',
    'a;b',
    '$(id)',
    '`id`',
    "a'b",
    '[::1]',
    'a/b',
    'ä',
    '.',
    'a'.repeat(256),
  ])('refuses the host %j', (name) => {
    expect(() => destinationLine(host(name))).toThrow('invalid host');
  });

  it.each([0, -1, 65_536, 1.5, Number.NaN])('refuses the port %s', (port) => {
    expect(() => destinationLine(host('db', port))).toThrow('invalid port');
  });

  it('is two plain words, whatever the host', () => {
    fc.assert(
      fc.property(someText, (name) => {
        const isGood = /^[A-Za-z0-9_:][A-Za-z0-9_:.-]*$/.test(name);
        if (isGood) expect(destinationLine(host(name))).toBe(`${name} 80\n`);
        else expect(() => destinationLine(host(name))).toThrow('invalid host');
      }),
      { numRuns: 50 },
    );
  });
});

describe('the name in messages', () => {
  it.each([
    { destination: host('db', 5432), text: 'db:5432 from pod shop/web-1' },
    { destination: host('::1'), text: '[::1]:80 from pod shop/web-1' },
    { destination: { kind: 'pod', port: 8080 } as const, text: 'port 8080 of pod shop/web-1' },
    { destination: host('a\u001b[31m'), text: 'a^[[31m:80 from pod shop/web-1' },
  ])('is $text', ({ destination, text }) => {
    expect(describeDestination(destination, POD)).toBe(text);
  });
});
