import { describe, expect, it } from 'vitest';
import { CliError } from '../../errors/cli-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { OpenRecord, SessionRecorder } from '../../record/recorder.ts';
import type { Outcome } from '../../session/outcome.ts';
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

  it.each<{ outcome: Outcome; told: string }>([
    { outcome: { kind: 'detached', by: 'keys' }, told: 'detached' },
    { outcome: { kind: 'detached', by: 'SIGINT' }, told: 'detached by SIGINT' },
    { outcome: { kind: 'exited', exitCode: 0, reason: '', message: '' }, told: 'ended: exit code 0' },
  ])('ends the record of a session that is left with "$told"', async ({ outcome, told }) => {
    const { done, ...recorded } = aRecord({ isBegun: true });
    await withRecord(
      recorded,
      (_, recorder) => {
        recorder?.over(outcome);
        return Promise.resolve(0);
      },
      signal,
    );
    expect(done[0]).toBe(told);
  });

  it.each<{ outcome: Outcome; told: string }>([
    { outcome: { kind: 'lost', reason: 'the server is gone' }, told: 'connection lost: the server is gone' },
    {
      outcome: { kind: 'unknown', reason: 'its pod is gone' },
      told: 'ended: its exit code cannot be read [exit-code-unknown]',
    },
  ])('ends the record of a session that fails with "$told"', async ({ outcome, told }) => {
    const { done, ...recorded } = aRecord({ isBegun: true });
    const failed = new CliError('exit-code-unknown', 'its exit code cannot be read');
    const session = async (_: AbortSignal, recorder: SessionRecorder | undefined): Promise<number> => {
      recorder?.over(outcome);
      return Promise.reject(failed);
    };
    await expect(withRecord(recorded, session, signal)).rejects.toBe(failed);
    expect(done[0]).toBe(told);
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
