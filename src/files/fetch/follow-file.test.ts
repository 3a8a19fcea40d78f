import { expect, it } from 'vitest';
import { placeAfter } from './follow-file.ts';

const marks = [
  { inode: '7', offset: 100, total: 0 },
  { inode: '9', offset: 0, total: 50 },
  { inode: '9', offset: 0, total: 60 },
];

it.each([
  { label: 'nothing', received: 0, place: { inode: '7', offset: 100 } },
  { label: 'a part of the first file', received: 49, place: { inode: '7', offset: 149 } },
  { label: 'all of the first file', received: 50, place: { inode: '9', offset: 0 } },
  { label: 'a part of the second', received: 53, place: { inode: '9', offset: 3 } },
  { label: 'more, after the second was cut off', received: 65, place: { inode: '9', offset: 5 } },
])('goes on after $label was received', ({ received, place }) => {
  expect(placeAfter(marks, received)).toEqual(place);
});

it('knows no place before the script has named a file', () => {
  expect(placeAfter([], 5)).toBeUndefined();
});
