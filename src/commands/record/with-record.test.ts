import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { OpenRecord } from '../../record/recorder.ts';
import { withRecord } from './with-record.ts';

/** A record that tells what was done with it. */
function aRecord({ isBegun, fails = false }: { readonly isBegun: boolean; readonly fails?: boolean }) {
  const done: string[] = [];
  const failure = fails ? new CliError('record-failed', 'cannot go on recording to a.cast') : undefined;
  const record: OpenRecord = {
    recorder: {
      path: 'a.cast',
      output: (_, bytes) => bytes,
      rest: () => Buffer.alloc(0),
      resize: () => undefined,
      mark: () => undefined,
      failing: new AbortController().signal,
      failure: () => failure,
    },
    isBegun: () => isBegun,
    finish: async (end) => {
      done.push(end);
      return Promise.resolve('abc');
    },
    discard: async () => {
      done.push('discarded');
      return Promise.resolve();
    },
  };
  const notes = {
    tell: (text: string) => void done.push(text),
    warn: (text: string) => void done.push(text),
  };
  return { record, notes, done };
}

const { signal } = new AbortController();

describe('withRecord', () => {
  it('ends the record with the exit code, and says where it is', async () => {
    const { done, ...recorded } = aRecord({ isBegun: true });
    expect(await withRecord(recorded, () => Promise.resolve(3), signal)).toBe(3);
    expect(done).toEqual(['ended: exit code 3', 'record: a.cast, sha256 abc']);
  });

  it('deletes a record without a session', async () => {
    const { done, ...recorded } = aRecord({ isBegun: false });
    const refused = new CliError('forbidden', 'no');
    await expect(withRecord(recorded, () => Promise.reject(refused), signal)).rejects.toBe(refused);
    expect(done).toEqual(['discarded']);
  });

  it.each([true, false])('says that the record has failed; begun: %s', async (isBegun) => {
    const { done, ...recorded } = aRecord({ isBegun, fails: true });
    const ended = new Interrupted('SIGTERM');
    await expect(withRecord(recorded, () => Promise.reject(ended), signal)).rejects.toMatchObject({
      kind: 'record-failed',
    });
    expect(done).not.toEqual([]);
  });
});
