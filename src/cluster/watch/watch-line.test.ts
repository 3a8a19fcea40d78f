import { expect, it } from 'vitest';
import { ANY_OBJECT } from '../objects/object-shapes.ts';
import { parseWatchLine } from './watch-line.ts';

const object = { metadata: { name: 'web-1', resourceVersion: '7' } };
const parse = (line: unknown) => parseWatchLine(line, { path: '/api/v1/pods', shape: ANY_OBJECT });

it.each([
  { line: { type: 'ADDED', object }, expected: { kind: 'change', type: 'added', object } },
  { line: { type: 'MODIFIED', object }, expected: { kind: 'change', type: 'modified', object } },
  { line: { type: 'DELETED', object }, expected: { kind: 'change', type: 'deleted', object } },
  { line: { type: 'BOOKMARK', object }, expected: { kind: 'bookmark', resourceVersion: '7' } },
  { line: { type: 'BOOKMARK' }, expected: { kind: 'bookmark', resourceVersion: '' } },
  { line: { type: 'ERROR', object: { code: 410 } }, expected: { kind: 'error', status: { code: 410 } } },
  { line: { type: 'NEWS', object }, expected: undefined },
  { line: { type: 'toString', object }, expected: undefined },
])('parses a line of type $line.type', ({ line, expected }) => {
  expect(parse(line)).toEqual(expected);
});

it.each([{ type: 7 }, { type: 'ADDED', object: 'x' }, 'ADDED'])('refuses %j', (line) => {
  expect(() => parse(line)).toThrow(expect.objectContaining({ kind: 'server-error' }));
});
