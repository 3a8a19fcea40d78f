import { describe, expect, it } from 'vitest';
import { parseGoBoolean, parseGoDuration, parseGoInteger } from './go-values.ts';

describe('parseGoBoolean', () => {
  it.each([
    { text: '1', value: true },
    { text: 'T', value: true },
    { text: 'True', value: true },
    { text: '0', value: false },
    { text: 'f', value: false },
    { text: 'FALSE', value: false },
  ])('reads $text as $value', ({ text, value }) => {
    expect(parseGoBoolean(text)).toBe(value);
  });

  it.each(['', 'yes', 'tRUE'])('refuses "%s" with the words of Go', (text) => {
    expect(() => parseGoBoolean(text)).toThrow(
      `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  });
});

describe('parseGoInteger', () => {
  it.each([
    { text: '0', value: 0 },
    { text: '+7', value: 7 },
    { text: '-2147483648', value: -2147483648 },
    { text: '2147483647', value: 2147483647 },
  ])('reads $text', ({ text, value }) => {
    expect(parseGoInteger(text)).toBe(value);
  });

  it.each([
    { text: '', why: 'invalid syntax' },
    { text: '1.5', why: 'invalid syntax' },
    { text: '0x10', why: 'invalid syntax' },
    { text: '2147483648', why: 'value out of range' },
    { text: '-2147483649', why: 'value out of range' },
  ])('refuses "$text": $why', ({ text, why }) => {
    expect(() => parseGoInteger(text)).toThrow(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  });
});

describe('parseGoDuration', () => {
  it.each([
    { text: '0', milliseconds: 0 },
    { text: '90s', milliseconds: 90_000 },
    { text: '1h30m', milliseconds: 5_400_000 },
    { text: '1.5s', milliseconds: 1500 },
    { text: '.5m', milliseconds: 30_000 },
    { text: '-2ms', milliseconds: -2 },
    { text: '1us', milliseconds: 0.001 },
  ])('reads $text as $milliseconds ms', ({ text, milliseconds }) => {
    expect(parseGoDuration(text)).toBeCloseTo(milliseconds);
  });

  it.each([
    { text: '30', message: 'time: missing unit in duration "30"', hint: 'write 30s or 30m' },
    { text: '', message: 'time: invalid duration ""', hint: 'write 30s, 5m or 1h30m' },
    { text: '1d', message: 'time: unknown unit "d" in duration "1d"', hint: 'write 30s, 5m or 1h30m' },
    { text: 's', message: 'time: invalid duration "s"', hint: 'write 30s, 5m or 1h30m' },
    { text: '9999999h', message: 'time: invalid duration "9999999h"', hint: 'write 30s, 5m or 1h30m' },
  ])('refuses "$text" and shows how to write it', ({ text, message, hint }) => {
    expect(() => parseGoDuration(text)).toThrow(expect.objectContaining({ message, hint }) as Error);
  });
});
