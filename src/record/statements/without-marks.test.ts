import { expect, it } from 'vitest';
import type { OpenRecord } from '../recorder.ts';
import { withoutMarks } from './without-marks.ts';

/** A record that remembers what it got. */
function aRecord() {
  const recorded: string[] = [];
  const record: OpenRecord = {
    recorder: {
      path: 'a.cast',
      output: (channel, bytes) => {
        if (bytes.length > 0) recorded.push(`${channel}: ${bytes.toString()}`);
        return bytes;
      },
      rest: () => Buffer.alloc(0),
      resize: () => undefined,
      mark: () => undefined,
      failing: new AbortController().signal,
      failure: () => undefined,
    },
    isBegun: () => true,
    finish: () => Promise.resolve('abc'),
    discard: () => Promise.resolve(),
  };
  return { record, recorded };
}

const MARK = '\u001b]7337;abc1;b;abc1\u0007';

it('neither records nor shows the marks, also one that arrives in two pieces', () => {
  const { record, recorded } = aRecord();
  const { recorder } = withoutMarks(record, 'abc1');
  const shown = [`/ # ${MARK}ls`, MARK.slice(0, 5), `${MARK.slice(5)}end`].map((text) =>
    recorder.output('stdout', Buffer.from(text)).toString(),
  );
  expect(shown).toEqual(['/ # ls', '', 'end']);
  expect(recorded).toEqual(['stdout: / # ls', 'stdout: end']);
});

it('records and shows what only began as a mark', () => {
  const { record, recorded } = aRecord();
  const { recorder } = withoutMarks(record, 'abc1');
  expect(recorder.output('stdout', Buffer.from('a\u001b]')).toString()).toBe('a');
  expect(recorder.rest().toString()).toBe('\u001b]');
  expect(recorded).toEqual(['stdout: a', 'stdout: \u001b]']);
});

it('leaves stderr as it is', () => {
  const { record, recorded } = aRecord();
  const { recorder } = withoutMarks(record, 'abc1');
  expect(recorder.output('stderr', Buffer.from(MARK)).toString()).toBe(MARK);
  expect(recorded).toEqual([`stderr: ${MARK}`]);
});
