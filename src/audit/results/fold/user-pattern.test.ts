import { describe, expect, it } from 'vitest';
import { makeUserPattern } from './user-pattern.ts';

const SLOW = { source: '^(\\w+\\s?)*$', flags: '' };
const EVIL = `${'a'.repeat(48)}!`;

describe('makeUserPattern', () => {
  it('returns what the work returns', () => {
    const pattern = makeUserPattern('--mask=b+', { source: 'b+', flags: 'g' });
    expect(pattern.match((one) => 'abba'.replace(one, '-'))).toBe('a-a');
    expect(pattern.match((one) => one.exec('none'))).toBe(null);
    expect(pattern.whyGivenUp()).toBeUndefined();
  });

  it('stops a search at the deadline, and does not start another one', () => {
    const pattern = makeUserPattern('--expect=/…/', SLOW);
    expect(pattern.match((one) => one.test(EVIL))).toBeUndefined();
    expect(pattern.whyGivenUp()).toBe('it took more than 1 s for one output');
    let isTried = false;
    expect(pattern.match(() => (isTried = true))).toBeUndefined();
    expect(isTried).toBe(false);
  });

  it('gives up a pattern that many outputs together keep busy', () => {
    const pattern = makeUserPattern(
      '--expect=/a/',
      { source: 'a', flags: '' },
      { oneMs: 1000, slowMs: 0, allSlowMs: 0 },
    );
    expect(pattern.match((one) => one.test('a'))).toBe(true);
    expect(pattern.match((one) => one.test('a'))).toBeUndefined();
    expect(pattern.whyGivenUp()).toBe('it took more than 0 s for some outputs');
  });

  it('gives up a pattern that makes a text too long for memory', () => {
    const pattern = makeUserPattern('--mask=a', { source: 'a', flags: 'g' });
    expect(pattern.match((one) => 'a'.repeat(2 ** 20).replace(one, 'b'.repeat(1024)))).toBeUndefined();
    expect(pattern.whyGivenUp()).toBe('Invalid string length');
  });

  it('throws a bug of ours', () => {
    const pattern = makeUserPattern('--mask=a', { source: 'a', flags: 'g' });
    const broken = () => {
      throw new TypeError('a bug');
    };
    expect(() => pattern.match(broken)).toThrow('a bug');
    expect(pattern.whyGivenUp()).toBeUndefined();
  });

  it('supports the whole syntax of JavaScript', () => {
    const pattern = makeUserPattern('--expect=…', { source: '(?<=(\\p{Lu})\\1)b', flags: 'u' });
    expect(pattern.match((one) => one.test('AAb'))).toBe(true);
  });
});
