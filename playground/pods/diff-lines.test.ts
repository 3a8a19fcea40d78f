import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

it.each([
  { label: 'equal texts', before: 'a\nb', after: 'a\nb', diff: '' },
  { label: 'a changed line', before: 'a\nb\nc', after: 'a\nx\nc', diff: '@@ -2,1 +2,1 @@\n-b\n+x\n' },
  { label: 'an added line', before: 'a\nc', after: 'a\nb\nc', diff: '@@ -2,0 +2,1 @@\n+b\n' },
  { label: 'a removed line', before: 'a\nb\nc', after: 'a\nc', diff: '@@ -2,1 +2,0 @@\n-b\n' },
  { label: 'a repeated line', before: 'a\na', after: 'a\na\na', diff: '@@ -3,0 +3,1 @@\n+a\n' },
  {
    label: 'two changes, with the equal line between them',
    before: 'a\nb\nc\nd',
    after: 'x\nb\ny\nd',
    diff: '@@ -1,3 +1,3 @@\n-a\n-b\n-c\n+x\n+b\n+y\n',
  },
])('shows the lines between the first and the last difference: $label', ({ before, after, diff }) => {
  expect(diffLines(before, after)).toBe(diff);
});
