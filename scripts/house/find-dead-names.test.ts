import { expect, it } from 'vitest';
import { findDeadNames } from './find-dead-names.ts';

const FILES = ['src/pod/state.ts', 'src/pod/columns/pod-columns.ts', 'playground/main.ts'];

it.each([
  ['a file by its name', '`state.ts`', []],
  ['a file by the end of its path', '`columns/pod-columns.ts`', []],
  ['a file by its path', '`src/pod/state.ts`', []],
  ['a folder', '`src/pod/` and `columns/`', []],
  ['what is not of the source', '`test/cli/`, `npm run docs`, `state`', []],
  ['a file that is not there', 'see\n`states.ts`', ['2: there is no states.ts in the source']],
  ['only the end of a name', '`columns.ts`', ['1: there is no columns.ts in the source']],
  ['a folder that is not there', '`src/pods/`', ['1: there is no src/pods/ in the source']],
  [
    'a file under another path',
    '`src/columns/pod-columns.ts`',
    ['1: there is no src/columns/pod-columns.ts in the source'],
  ],
])('tells which names lead nowhere: %s', (_, page, faults) => {
  expect(findDeadNames('a.md', page, FILES).map(({ line, why }) => `${line}: ${why}`)).toEqual(faults);
});
