import { describe, expect, it } from 'vitest';
import { splitJsonObjects } from './split-json.ts';

describe('splitJsonObjects', () => {
  it.each([
    { label: 'one object', text: '{"a":1}', objects: ['{"a":1}'] },
    { label: 'two in one line', text: '{"a":1}{"b":[{}]}', objects: ['{"a":1}', '{"b":[{}]}'] },
    { label: 'white space between', text: '{}\n\n {}\n', objects: ['{}', '{}'] },
    {
      label: 'brackets and quotes in texts',
      text: String.raw`{"a":"}{\"\\"}{"b":"]"}`,
      objects: [String.raw`{"a":"}{\"\\"}`, '{"b":"]"}'],
    },
    { label: 'nothing', text: ' ', objects: [] },
  ])('finds $label', ({ text, objects }) => {
    expect(splitJsonObjects(text)).toEqual(objects);
  });

  it.each([
    { label: 'YAML', text: 'a: {}\n' },
    { label: 'flow style with more behind it', text: '{a: 1}\n---\nb: 2\n' },
    { label: 'a list', text: '[{}]' },
    { label: 'a comma between', text: '{},{}' },
    { label: 'an object without its end', text: '{"a":{}' },
    { label: 'an end without a start', text: '}{' },
    { label: 'a text without its end', text: '{"a' },
  ])('leaves $label alone', ({ text }) => {
    expect(splitJsonObjects(text)).toBeUndefined();
  });
});
