import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnseen } from './find-unseen.ts';

const text = (unseen: ReturnType<typeof findUnseen>): string | undefined =>
  unseen?.map(({ bytes }) => bytes.toString()).join('');
const find = (log: string, stdout: string, stderr = '', forgottenBytes = 0): string | undefined =>
  text(
    findUnseen(Buffer.from(log), {
      stdout: Buffer.from(stdout),
      stderr: Buffer.from(stderr),
      forgottenBytes,
    }),
  );

describe('findUnseen', () => {
  it.each([
    { label: 'nothing was shown', log: 'a\nb\n', stdout: '', stderr: '', unseen: 'a\nb\n' },
    { label: 'all was shown', log: 'a\nx\n', stdout: 'a\n', stderr: 'x\n', unseen: '' },
    {
      label: 'the streams come in another order',
      log: 'x\na\ny\nb\n',
      stdout: 'a\nb\n',
      stderr: 'x\n',
      unseen: 'y\n',
    },
    { label: 'lines are equal', log: 'a\na\na\n', stdout: 'a\n', stderr: 'a\n', unseen: 'a\n' },
    { label: 'a line was shown in part', log: 'one\ntwo\n', stdout: 'one\ntw', stderr: '', unseen: 'o\n' },
    { label: 'a part has its CR', log: 'one\n', stdout: 'one\r', stderr: '', unseen: '\n' },
    { label: 'lines have a CR', log: 'one\ntwo\n', stdout: 'one\r\n', stderr: '', unseen: 'two\n' },
  ])('finds what is new where $label', ({ log, stdout, stderr, unseen }) => {
    expect(find(log, stdout, stderr)).toBe(unseen);
  });

  it.each([
    { label: 'a line', log: 'a\n', stdout: 'a\nb\n', stderr: '' },
    { label: 'a part of a line', log: 'a\n', stdout: 'a\nb', stderr: '' },
    { label: 'a line of the other stream', log: 'a\n', stdout: 'a\n', stderr: 'x\n' },
  ])('waits for a log that lacks $label', ({ log, stdout, stderr }) => {
    expect(find(log, stdout, stderr)).toBeUndefined();
  });

  it('knows whose line it was that was shown in part', () => {
    const streams = { stdout: Buffer.from('a\n'), stderr: Buffer.from('on'), forgottenBytes: 0 };
    const log = Buffer.from('a\none\nb\n');
    expect(findUnseen(log, streams)).toEqual([
      { channel: 'stderr', bytes: Buffer.from('e\n') },
      { channel: 'stdout', bytes: Buffer.from('b\n') },
    ]);
  });

  it('needs only the end of what was shown', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('');
    const forgotten = lines.slice(0, 4003);
    const remembered = lines.slice(4003, 8000);
    expect(find(lines, remembered, '', forgotten.length)).toBe(lines.slice(8000));
  });

  it('shows each line once, in the order of its stream, wherever the connection is lost', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd');
    const stream = fc.array(line, { maxLength: 12 });
    fc.assert(
      fc.property(stream, stream, fc.array(fc.boolean()), fc.nat(), fc.nat(), (out, err, order, a, b) => {
        const stdout = out.map((word) => `out ${word}\n`);
        const stderr = err.map((word) => `err ${word}\n`);
        const left = { stdout: [...stdout], stderr: [...stderr] };
        const log: string[] = [];
        for (const isErr of [...order, ...stderr.map(() => true), ...stdout.map(() => false)]) {
          const next = left[isErr ? 'stderr' : 'stdout'].shift();
          if (next !== undefined) log.push(next);
        }
        const [shownOut, shownErr] = [a % (stdout.length + 1), b % (stderr.length + 1)];
        const unseen = find(
          log.join(''),
          stdout.slice(0, shownOut).join(''),
          stderr.slice(0, shownErr).join(''),
        );
        const found = (unseen ?? '').split(/(?<=\n)/);
        const only = (mark: string) => found.filter((text) => text.startsWith(mark));
        expect(only('out')).toEqual(stdout.slice(shownOut));
        expect(only('err')).toEqual(stderr.slice(shownErr));
      }),
    );
  });
});
