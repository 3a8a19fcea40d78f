import { expect, it } from 'vitest';
import { createCut } from './cut.ts';

const CHUNKS = ['abc', 'def', 'ghi'].map((text) => Buffer.from(text));

it.each([
  { label: 'no cut', fault: {}, isOverAtOnce: false, parts: ['abc', 'def', 'ghi'], overAfter: undefined },
  {
    label: 'bytes within a chunk',
    fault: { cutAfterBytes: 4 },
    isOverAtOnce: false,
    parts: ['abc', 'd'],
    overAfter: 1,
  },
  {
    label: 'bytes at the end of a chunk',
    fault: { cutAfterBytes: 3 },
    isOverAtOnce: false,
    parts: ['abc'],
    overAfter: 0,
  },
  { label: 'no bytes', fault: { cutAfterBytes: 0 }, isOverAtOnce: false, parts: [''], overAfter: 0 },
  { label: 'events', fault: { cutAfterEvents: 2 }, isOverAtOnce: false, parts: ['abc', 'def'], overAfter: 1 },
  { label: 'no events', fault: { cutAfterEvents: 0 }, isOverAtOnce: true, parts: ['abc'], overAfter: 0 },
  {
    label: 'bytes before events',
    fault: { cutAfterBytes: 2, cutAfterEvents: 2 },
    isOverAtOnce: false,
    parts: ['ab'],
    overAfter: 0,
  },
])('passes chunks until the cut: $label', ({ fault, isOverAtOnce, parts, overAfter }) => {
  const cut = createCut(fault);
  expect(cut.isOverAtOnce).toBe(isOverAtOnce);
  const passed = CHUNKS.slice(0, parts.length).map((chunk) => cut.pass(chunk));
  expect(passed.map(({ part }) => part.toString())).toEqual(parts);
  expect(passed.map(({ isOver }) => isOver)).toEqual(parts.map((_, index) => index === overAfter));
});
