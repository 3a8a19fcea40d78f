import { describe, expect, it } from 'vitest';
import { RECORD_MARK } from '../../pod/containers/envelope.ts';
import { proveLog } from './prove-log.ts';

const START = `${RECORD_MARK}start s3cret\n`;
const OUT = `${RECORD_MARK}stdout s3cret 3 ok\n`;
const ERR = `${RECORD_MARK}stderr s3cret 3 ok\n`;

describe('proveLog', () => {
  it.each([
    { label: 'one after the other', log: `${START}${START}a\nb\n${OUT}${ERR}`, shown: 'a\nb\n' },
    { label: 'with a stream behind the other', log: `${START}a\n${OUT}${START}b\n${ERR}`, shown: 'a\nb\n' },
    { label: 'without output', log: `${START}${START}${ERR}${OUT}`, shown: '' },
    {
      label: 'with an unfinished line, which comes last',
      log: `${START}${START}a${OUT}b\n${ERR}`,
      shown: 'b\na',
    },
    { label: 'with two unfinished lines', log: `${START}${START}a${OUT}b${ERR}`, shown: 'ab' },
    {
      label: 'with a record of somebody else',
      log: `${START}${START}${OUT.replace('s3', 'S3')}${OUT}${ERR}`,
      shown: OUT.replace('s3', 'S3'),
    },
  ])('proves the whole output and the exit code, $label', ({ log, shown }) => {
    const proven = proveLog(Buffer.from(log));
    expect({ shown: proven.shown.toString(), end: proven.records.end() }).toEqual({
      shown,
      end: { exitCode: 3, found: 'ok' },
    });
  });

  it.each([
    { label: 'the record of one stream', log: `${START}${START}a\n${OUT}`, shown: 'a\n' },
    {
      label: 'a part of a record',
      log: `${START}${START}a\n${OUT}${ERR.slice(0, -1)}`,
      shown: `a\n${ERR.slice(0, -1)}`,
    },
    { label: 'no beginning', log: `a\n${OUT}${ERR}`, shown: `a\n${OUT}${ERR}` },
    { label: 'nothing', log: '', shown: '' },
  ])('proves nothing if the log has $label', ({ log, shown }) => {
    const proven = proveLog(Buffer.from(log));
    expect(proven.records.end()).toBeUndefined();
    expect(proven.shown.toString()).toBe(shown);
  });
});
