import { describe, expect, it } from 'vitest';
import { explainStop, type StoppedScript } from './explain-stop.ts';

const WHAT = 'cannot copy to web-1:/x';
const stopped = (
  word: string,
  others: readonly string[] = [],
  fields: readonly string[] = [],
): StoppedScript => ({
  kind: 'stopped',
  word,
  fields,
  others,
  stdout: '',
  lines: [],
});

describe('explainStop', () => {
  it.each([
    { word: 'no-folder', kind: 'file-not-found', why: 'there is no such folder' },
    { word: 'denied', kind: 'file-denied', why: 'may not enter that folder' },
    { word: 'loop', kind: 'file-not-found', why: 'links lead in a circle' },
    { word: 'no-user', kind: 'file-denied', why: 'can become the user of the container' },
    { word: 'closed', kind: 'rootfs-refused', why: 'may not open the files' },
    { word: 'no-process', kind: 'target-not-running', why: 'no process of the container' },
    { word: 'ignored', kind: 'target-ignored', why: 'ignored the target' },
  ])('explains the word $word', ({ word, kind, why }) => {
    const { message, ...error } = explainStop(WHAT, stopped(word));
    expect(error).toMatchObject({ kind, hint: expect.stringMatching(/./) as string });
    expect(message).toMatch(new RegExp(`^${WHAT}: .*${why}`));
  });

  it.each([
    {
      said: "mkdir: can't create directory '.k': Read-only file system",
      kind: 'file-denied',
      why: 'is read-only',
    },
    {
      said: 'dd: error writing: No space left on device',
      kind: 'file-denied',
      why: 'the disk there is full',
    },
    { said: 'tar: write error: Disk quota exceeded', kind: 'file-denied', why: 'the disk there is full' },
    {
      said: "mkdir: can't create directory '.k': Permission denied",
      kind: 'file-denied',
      why: 'may not write there',
    },
    { said: 'sh: tar: not found', kind: 'command-not-found', why: 'lacks tar or sha256sum' },
  ])('reads what the tools say: $said', ({ said, kind, why }) => {
    const error = explainStop(WHAT, stopped('refused', ['another line', said]));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(why);
  });

  it('shows the last line of what it does not know, without its control characters', () => {
    const error = explainStop(WHAT, stopped('refused', ['first', 'dd: \u001b[2Jodd']));
    expect(error.kind).toBe('copy-incomplete');
    expect(error.message).not.toContain('\u001b');
    expect(error.message).toMatch(/^cannot copy to web-1:\/x: dd: .*odd$/);
  });

  it('names what is a file on one side and a folder on the other', () => {
    const hex = Buffer.from('./sub/na\u001bme').toString('hex');
    const error = explainStop(WHAT, stopped('clash', [], [hex]));
    expect(error.kind).toBe('file-denied');
    expect(error.message).toMatch(/"sub\/na.*me" is a file on one side/);
    expect(error.message).not.toContain('\u001b');
  });
});
