import { describe, expect, it } from 'vitest';
import { yamlScalar } from './yaml-scalar.ts';

const PLACE = { indent: 2, column: 2, isKey: false };

// Every answer here is what kubectl 1.37 prints, but for those that it lets through or refuses.
describe('yamlScalar', () => {
  it.each([
    ['app', 'app'],
    ['it\'s "x"', 'it\'s "x"'],
    ['a#b:c', 'a#b:c'],
    ['-a', '-a'],
    [':a', ':a'],
    ['=', '='],
    ['<<', '<<'],
    ['.', '.'],
    ['naïve 木', 'naïve 木'],
    ['a\u00a0: b', "'a\u00a0: b'"],
    ['a:\u00a0b', 'a:\u00a0b'],
  ])('leaves %j plain where nothing speaks against it', (text, expected) => {
    expect(yamlScalar(text, PLACE)).toBe(expected);
  });

  it.each([
    ['a: b', "'a: b'"],
    ['a:', "'a:'"],
    ['a #b', "'a #b'"],
    ['#a', "'#a'"],
    ['- a', "'- a'"],
    ['-', "'-'"],
    ['?', "'?'"],
    ['...', "'...'"],
    ['--- a', "'--- a'"],
    [' a', "' a'"],
    ['a ', "'a '"],
    ['*x', "'*x'"],
    ["'x", "'''x'"],
    ['[x', "'[x'"],
  ])('puts %j into single quotes, as its characters are syntax', (text, expected) => {
    expect(yamlScalar(text, PLACE)).toBe(expected);
  });

  it.each([
    ['', '""'],
    ['null', '"null"'],
    ['y', '"y"'],
    ['123', '"123"'],
    ['2025-03-01T12:00:00Z', '"2025-03-01T12:00:00Z"'],
    ['a\tb', '"a\\tb"'],
    ['a\r\nb', '"a\\r\\nb"'],
    ['a \nb', '"a \\nb"'],
    ['a\nb ', '"a\\nb "'],
    ['👍', '"\\U0001F44D"'],
    ['\ufeff', '"\\uFEFF"'],
    ['\ufeffb é 木\t', '"\\uFEFF\\x62\\x20\\xE9\\x20\\u6728\\t"'],
    ['\u001b[31m"\\', '"\\e[31m\\"\\\\"'],
    ['a\u200b', '"a\\u200B"'],
    ['a\u{e0041}', '"a\\U000E0041"'],
    ['a\u009b2J', '"a\\x9B2J"'],
    ['a\ud83d', '"a\ufffd"'],
  ])('puts %j into double quotes, as it would not read back', (text, expected) => {
    expect(yamlScalar(text, PLACE)).toBe(expected);
  });

  it.each([
    ['\u202e', '"\\u202E"'],
    ['\u009b\u007f\u0000', '"\\x9B\\x7F\\0"'],
    ['\u2028\u2029\u0085', '"\\L\\P\\N"'],
  ])('escapes %j, which would reach the terminal or end the document', (text, expected) => {
    expect(yamlScalar(text, PLACE)).toBe(expected);
  });

  it.each([
    ['a\nb', '|-\n  a\n  b'],
    ['a\nb\n', '|\n  a\n  b'],
    ['a\n\n', '|+\n  a\n'],
    ['a\n\nb', '|-\n  a\n\n  b'],
    [' a\nb', '|2-\n   a\n  b'],
    ['\na', '|2-\n\n  a'],
    ['\n', '|2+\n'],
  ])('writes the lines of %j as a block', (text, expected) => {
    expect(yamlScalar(text, PLACE)).toBe(expected);
  });

  it('writes a key of several lines in double quotes', () => {
    expect(yamlScalar('a\nb', { ...PLACE, isKey: true })).toBe('"a\\nb"');
  });

  const WORDS = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');

  it.each([
    { label: 'plain', text: WORDS },
    { label: 'single-quoted', text: `${WORDS}: x` },
    { label: 'double-quoted', text: `${WORDS}\t` },
  ])('breaks a $label line at the first space after column 80', ({ text }) => {
    const lines = yamlScalar(text, PLACE).split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const [index, line] of lines.slice(0, -1).entries()) {
      const columns = line.length + (index === 0 ? PLACE.column : 0);
      expect(columns).toBeGreaterThan(80);
      expect(columns - line.slice(line.lastIndexOf(' ')).length).toBeLessThanOrEqual(80);
    }
  });

  it.each([
    { before: 78, expected: ' b' },
    { before: 79, expected: '\n  b' },
  ])('counts what stands before: $before characters in column 2', ({ before, expected }) => {
    const word = 'x'.repeat(before);
    expect(yamlScalar(`${word} b`, PLACE)).toBe(word + expected);
  });

  it('breaks before several spaces only in double quotes, and keeps them', () => {
    const long = 'x'.repeat(90);
    expect(yamlScalar(`${long}  b`, PLACE)).toBe(`${long}  b`);
    expect(yamlScalar(`${long}  b\t`, PLACE)).toBe(`"${long}\n  \\ b\\t"`);
  });

  it('never breaks a key', () => {
    expect(yamlScalar(WORDS, { ...PLACE, isKey: true })).toBe(WORDS);
  });
});
