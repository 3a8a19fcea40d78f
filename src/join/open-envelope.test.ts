import { describe, expect, it } from 'vitest';
import { RECORD_MARK } from '../pod/containers/envelope.ts';
import { readRecords, type Records } from '../session/records/records.ts';
import { judgeByRecords } from './open-envelope.ts';

const START = `${RECORD_MARK}start s3cret\n`;
const END = `${RECORD_MARK}stdout s3cret 0 ok\n${RECORD_MARK}stderr s3cret 0 ok\n`;

function recordsOf(text: string): Records {
  const records = readRecords({ secret: 's3cret', streams: ['stdout', 'stderr'], fromStart: true });
  records.read('stdout', Buffer.from(text));
  return records;
}

describe('judgeByRecords', () => {
  const exited = { kind: 'exited', exitCode: 0, reason: 'Completed', message: '' } as const;
  const killed = { kind: 'exited', exitCode: 137, reason: 'OOMKilled', message: '' } as const;

  it.each([
    { label: 'all records', text: START + END, outcome: exited, judged: exited },
    {
      label: 'no end',
      text: START,
      outcome: exited,
      judged: { kind: 'incomplete', reason: 'its end never came (exit code 0)' },
    },
    {
      label: 'no end, as it was killed',
      text: START,
      outcome: killed,
      judged: { kind: 'incomplete', reason: 'its end never came (exit code 137, OOMKilled)' },
    },
    {
      label: 'no start',
      text: '',
      outcome: exited,
      judged: { kind: 'unknown', reason: 'nothing tells that its command was started (exit code 0)' },
    },
  ])('makes $judged.kind of a container that has ended with $label', ({ text, outcome, judged }) => {
    expect(judgeByRecords(outcome, recordsOf(text))).toEqual(judged);
  });

  it('leaves all other ends as they are', () => {
    const left = { kind: 'detached', by: 'SIGINT' } as const;
    expect(judgeByRecords(left, recordsOf(START))).toBe(left);
  });
});
