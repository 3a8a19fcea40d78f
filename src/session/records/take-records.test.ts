import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { RECORD_MARK } from '../../pod/containers/envelope.ts';
import { openOutput } from '../local/output.ts';
import { readRecords } from './records.ts';
import { takeRecords } from './take-records.ts';

const START = `${RECORD_MARK}start s3cret\n`;

function open() {
  const fake = anIo();
  const records = readRecords({ secret: 's3cret', streams: ['stdout', 'stderr'], fromStart: true });
  const taken = takeRecords(openOutput(fake.io), records);
  const write = (channel: 'stdout' | 'stderr', text: string) =>
    taken.output.write(channel, Buffer.from(text));
  return { ...fake, ...taken, write };
}

describe('takeRecords', () => {
  it('hands on what the command printed, and tells its end once both records are there', async () => {
    const { write, finished, stdoutText, stderrText } = open();
    let isOver = false;
    void finished.then(() => (isOver = true));
    write('stdout', `${START}one${RECORD_MARK}stdout s3cret 5 ok\n`);
    await Promise.resolve();
    expect(isOver).toBe(false);
    write('stderr', `two${RECORD_MARK}stderr s3cret 5 ok\n`);
    expect(await finished).toEqual({ exitCode: 5, found: 'ok' });
    expect({ out: stdoutText(), err: stderrText() }).toEqual({ out: 'one', err: 'two' });
  });

  it.each([
    { mark: ' first', isFirst: true },
    { mark: '', isFirst: false },
  ])('tells of the start whether the shell is process 1: $isFirst', async ({ mark, isFirst }) => {
    const { write, started } = open();
    write('stdout', `${RECORD_MARK}start s3cret${mark}\n`);
    expect(await started).toEqual({ isFirst });
  });

  it('shows what was held back, if it turns out to be no record', async () => {
    const { write, output, stdoutText } = open();
    write('stdout', `${START}one${RECORD_MARK}`);
    expect(stdoutText()).toBe('one');
    await output.flush(new AbortController().signal);
    expect(stdoutText()).toBe(`one${RECORD_MARK}`);
  });
});
