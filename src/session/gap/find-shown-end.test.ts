import { describe, expect, it } from 'vitest';
import { findSeen, findShownEnd } from './find-shown-end.ts';
import { rememberShown, type Shown, type StreamStart } from './remember-shown.ts';

const FROM_THE_START: StreamStart = { from: 0, isExact: true };
const FROM_SOMEWHERE: StreamStart = { from: undefined, isExact: false };

function shownOf(text: string, start: StreamStart): Shown {
  const memory = rememberShown(start);
  memory.accept('stdout', Buffer.from(text));
  return memory.shown();
}

describe('findShownEnd', () => {
  it.each([
    { label: 'behind the whole lines', log: 'a\nb\n', shown: 'a\n', start: FROM_THE_START, at: 2 },
    { label: 'within a line', log: 'a\nbcd\n', shown: 'a\nbc', start: FROM_THE_START, at: 4 },
    {
      label: 'before an LF whose CR was shown',
      log: 'a\nb\n',
      shown: 'a\r\nb\r',
      start: FROM_THE_START,
      at: 3,
    },
    {
      label: 'behind a line whose start is all the log has',
      log: 'a\nb',
      shown: 'a\nbc',
      start: FROM_THE_START,
      at: 3,
    },
    {
      label: 'by its place among equal lines',
      log: 'x\nx\nx\n',
      shown: 'x\nx\n',
      start: FROM_THE_START,
      at: 4,
    },
    { label: 'by its text', log: 'a\nb\nc\n', shown: 'b\n', start: FROM_SOMEWHERE, at: 4 },
    {
      label: 'by its text behind a first line that lacks a part',
      log: 'abc\nd\n',
      shown: 'ac\nd\n',
      start: FROM_SOMEWHERE,
      at: 6,
    },
  ])('finds the end $label', ({ log, shown, start, at }) => {
    expect(findShownEnd(Buffer.from(log), shownOf(shown, start))).toEqual({ kind: 'found', at });
  });

  it.each([
    { label: 'lags behind', log: 'a\n', shown: 'a\nb\n', start: FROM_THE_START, kind: 'not-yet' },
    { label: 'is another one', log: 'x\n', shown: 'a\n', start: FROM_SOMEWHERE, kind: 'not-yet' },
    { label: 'has the text twice', log: 'a\na\n', shown: 'a\n', start: FROM_SOMEWHERE, kind: 'ambiguous' },
    {
      label: 'has no line of what was shown',
      log: 'a\n',
      shown: '# ',
      start: FROM_SOMEWHERE,
      kind: 'ambiguous',
    },
  ])('finds no place in a log that $label', ({ log, shown, start, kind }) => {
    expect(findShownEnd(Buffer.from(log), shownOf(shown, start))).toEqual({ kind });
  });

  it('does not trust a place that was counted over two streams, which the log orders in its own way', () => {
    const memory = rememberShown(FROM_THE_START);
    memory.accept('stdout', Buffer.from('out 1\nout 2\n'));
    memory.accept('stderr', Buffer.from('err\n'));
    const log = Buffer.from('out 1\nerr\nout 2\n');
    expect(findShownEnd(log, memory.shown())).toEqual({ kind: 'ambiguous' });
  });
});

describe('findSeen', () => {
  it.each([
    { label: 'a line that is not finished yet', log: 'a\n', shown: 'a\nb', seen: 'a\nb' },
    { label: 'a line that was finished meanwhile', log: 'a\nbc\n', shown: 'a\nb', seen: 'a\nb' },
    { label: 'whole lines', log: 'a\nb\n', shown: 'a\n', seen: 'a\n' },
  ])('counts $label', ({ log, shown, seen }) => {
    expect(findSeen(Buffer.from(log), shownOf(shown, FROM_THE_START))?.toString()).toBe(seen);
  });
});
