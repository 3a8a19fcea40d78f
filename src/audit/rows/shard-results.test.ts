import { describe, expect, it } from 'vitest';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { rowToJson } from './row-json.ts';
import { readShardResults } from './shard-results.ts';

const ROW = aRunRow();
const LINE = JSON.stringify(rowToJson(ROW));

const document = (summary: object) => `{"rows": [\n${LINE}\n], "summary": ${JSON.stringify(summary)}}\n`;

describe('readShardResults', () => {
  it.each([
    {
      label: 'JSON',
      text: document({ shard: { index: 2, count: 4 }, command: ['id'], image: 'busybox' }),
      expected: { shard: { index: 2, count: 4 }, command: ['id'], image: 'busybox' },
    },
    {
      label: 'JSON of a whole audit',
      text: document({ shard: null, command: ['id'], image: 'busybox' }),
      expected: { shard: undefined, command: ['id'], image: 'busybox' },
    },
    {
      label: 'JSON of an older version',
      text: document({}),
      expected: { shard: undefined, command: [], image: '' },
    },
    {
      label: 'lines of JSON',
      text: `${LINE}\n\n`,
      expected: { shard: undefined, command: [], image: '' },
    },
  ])('reads $label', ({ text, expected }) => {
    const { rows, ...rest } = readShardResults(text);
    expect(rows.map(rowToJson)).toEqual([rowToJson(ROW)]);
    expect(rest).toEqual(expected);
  });

  it.each([
    { label: 'text', text: 'hello', error: SyntaxError },
    { label: 'a document that was cut off', text: document({}).slice(0, -10), error: SyntaxError },
    { label: 'a line that was cut off', text: `${LINE}\n${LINE.slice(0, 20)}`, error: SyntaxError },
    { label: 'rows that are no list', text: '{"rows": 1, "summary": {}}', error: TypeError },
    { label: 'a document without a summary', text: '{"rows": []}', error: TypeError },
    { label: 'a shard without numbers', text: document({ shard: {} }), error: TypeError },
  ])('refuses $label', ({ text, error }) => {
    expect(() => readShardResults(text)).toThrow(error);
  });
});
