import { describe, expect, it } from 'vitest';
import { addQuantities, maxQuantity, parseQuantity, quantityText } from './quantity.ts';

const parse = (text: string) => {
  const quantity = parseQuantity(text);
  if (quantity === undefined) throw new Error(`no quantity: ${text}`);
  return quantity;
};

describe('quantities', () => {
  it.each([
    { text: '0.1', expected: '100m' },
    { text: '1.5', expected: '1500m' },
    { text: '1.500', expected: '1500m' },
    { text: '1000m', expected: '1' },
    { text: '1500m', expected: '1500m' },
    { text: '0.5m', expected: '500u' },
    { text: '1000', expected: '1k' },
    { text: '1024', expected: '1024' },
    { text: '1000000k', expected: '1G' },
    { text: '1e3', expected: '1e3' },
    { text: '1.5e3', expected: '1500' },
    { text: '1e-12', expected: '1e-9' },
    { text: '1E3', expected: '1e3' },
    { text: '1E', expected: '1E' },
    { text: '12E', expected: '12E' },
    { text: '1.5Gi', expected: '1536Mi' },
    { text: '0.5Gi', expected: '512Mi' },
    { text: '1024Ki', expected: '1Mi' },
    { text: '2048Mi', expected: '2Gi' },
    { text: '1500Mi', expected: '1500Mi' },
    { text: '0.5Ki', expected: '512' },
    { text: '0.1Gi', expected: '107374182400m' },
    { text: '0.001Ki', expected: '1024m' },
    { text: '8Ei', expected: '9223372036854775807' },
    { text: '-2Gi', expected: '-2Gi' },
    { text: '0Mi', expected: '0' },
    { text: '+1Gi', expected: '1Gi' },
    { text: '5.', expected: '5' },
    { text: '.', expected: '0' },
    { text: 'm', expected: '0' },
    { text: 'Gi', expected: '0' },
  ])('are written one way: $text is $expected', ({ text, expected }) => {
    expect(quantityText(parse(text))).toBe(expected);
  });

  it.each(['', '1K', '1 Gi', ' 1', '1e', '1mm', '1i', '.5i', '1.1.M', '1e999999999', '--1'])(
    'are not what "%s" says',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );

  it.each([
    { a: '1Gi', b: '500M', expected: '1573741824' },
    { a: '100m', b: '0.9', expected: '1' },
    { a: '0', b: '1Gi', expected: '1Gi' },
    { a: '1Gi', b: '100m', expected: '1073741824100m' },
  ])('add up: $a and $b are $expected', ({ a, b, expected }) => {
    expect(quantityText(addQuantities(parse(a), parse(b)))).toBe(expected);
  });

  it.each([
    { a: '1', b: '900m', expected: '1' },
    { a: '1Gi', b: '2G', expected: '2G' },
    { a: '1Ki', b: '1024', expected: '1Ki' },
  ])('compare: of $a and $b the larger is $expected', ({ a, b, expected }) => {
    expect(quantityText(maxQuantity(parse(a), parse(b)))).toBe(expected);
  });
});
