import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { readToMark } from './read-to-mark.ts';

const MARK = 'aab end\n';

/** Data that likes to begin the mark. */
const data = fc
  .array(fc.constantFrom('a', 'aa', 'aab', 'aab ', 'aab end', '\n', 'x'), { maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((text) => !`${text}${MARK.slice(0, -1)}`.includes(MARK));

it('passes on all before the mark and nothing after it, however the stream is cut', () => {
  fc.assert(
    fc.property(data, fc.constantFrom('', MARK, 'rest'), someCuts, (before, after, cuts) => {
      const heard: string[] = [];
      const read = readToMark(
        Buffer.from(MARK),
        (bytes) => void heard.push(bytes.toString()),
        () => heard.push('MARK'),
      );
      for (const piece of cutAt(Buffer.from(`${before}${MARK}${after}`), cuts)) void read(piece);
      expect(heard.join('')).toBe(`${before}MARK`);
    }),
  );
});

it('passes on all but what may begin the mark, when there is none', () => {
  const heard: string[] = [];
  const read = readToMark(
    Buffer.from(MARK),
    (bytes) => void heard.push(bytes.toString()),
    () => heard.push('MARK'),
  );
  for (const piece of ['xa', 'aab', ' en']) void read(Buffer.from(piece));
  expect(heard.join('')).toBe('xa');
});

it('calls for the mark only when a slow reader has taken what came before', async () => {
  const heard: string[] = [];
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => (finish = resolve)).then(() => void heard.push('taken'));
  const read = readToMark(
    Buffer.from(MARK),
    () => slow,
    () => heard.push('MARK'),
  );
  const over = read(Buffer.from(`x${MARK}`));
  expect(heard).toEqual([]);
  finish();
  await over;
  expect(heard).toEqual(['taken', 'MARK']);
});
