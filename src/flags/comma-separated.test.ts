import { expect, it } from 'vitest';
import { csvField, splitAtCommas } from './comma-separated.ts';

it.each([
  { record: '', fields: [''] },
  { record: 'a', fields: ['a'] },
  { record: 'a,b,', fields: ['a', 'b', ''] },
  { record: '"a,b",c', fields: ['a,b', 'c'] },
  { record: '"say ""hi"""', fields: ['say "hi"'] },
  { record: '"two\nlines"', fields: ['two\nlines'] },
])('splits $record', ({ record, fields }) => {
  expect(splitAtCommas(record)).toEqual(fields);
});

it.each([
  { record: 'a"b', at: 1 },
  { record: 'a,"b', at: 3 },
  { record: 'a\nb', at: 1 },
  { record: '"a"b', at: 1 },
])('refuses $record, and says where it is wrong', ({ record, at }) => {
  expect(() => splitAtCommas(record)).toThrow(`parse error at character ${at}: a field with a quote`);
});

it.each(['', 'a', 'a,b', 'say "hi"', 'two\nlines', ' a '])('writes %j as one field', (text) => {
  expect(splitAtCommas(`${csvField(text)},next`)).toEqual([text, 'next']);
});
