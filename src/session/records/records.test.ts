import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { RECORD_MARK } from '../../pod/containers/envelope.ts';
import { readRecords, readStart, type Records } from './records.ts';

const SECRET = 'e6c07fc6dd8f47d2b41e3efc31e073cc';
const BOTH = ['stdout', 'stderr'] as const;

const start = (secret = SECRET): string => `${RECORD_MARK}start ${secret}\n`;
const end = (stream: 'stdout' | 'stderr', exitCode = 0, secret = SECRET): string =>
  `${RECORD_MARK}${stream} ${secret} ${exitCode} ok\n`;

const open = (): Records => readRecords({ secret: SECRET, streams: BOTH, fromStart: true });

/** Hands `bytes` over in pieces that end at these places. */
function readInPieces(
  records: Records,
  channel: 'stdout' | 'stderr',
  bytes: Buffer,
  cuts: readonly number[],
): Buffer {
  const places = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  );
  let from = 0;
  const shown = places.map((to) => {
    const piece = bytes.subarray(from, to);
    from = to;
    return records.read(channel, piece);
  });
  return Buffer.concat([...shown, records.rest(channel)]);
}

/** Any bytes, and texts that begin like a record, or are one of somebody else. */
const output = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          RECORD_MARK,
          RECORD_MARK.slice(0, 5),
          '\u001e',
          start('0'.repeat(32)),
          end('stdout', 3, '0'.repeat(32)),
          `${RECORD_MARK}stdout ${SECRET.slice(0, 31)} 0 ok\n`,
          `${RECORD_MARK}stdout 0 ok\n`,
          `${RECORD_MARK}${'x'.repeat(200)}\n`,
        )
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));
const cuts = fc.array(fc.nat(5000), { maxLength: 30 });

describe('readRecords', () => {
  it('gives each stream byte for byte, and the exit code, however the bytes are cut', () => {
    fc.assert(
      fc.property(output, output, fc.nat(255), cuts, (stdout, stderr, exitCode, places) => {
        const records = open();
        const out = Buffer.concat([Buffer.from(start()), stdout, Buffer.from(end('stdout', exitCode))]);
        const err = Buffer.concat([stderr, Buffer.from(end('stderr', exitCode))]);
        const shownOut = readInPieces(records, 'stdout', out, places);
        expect(records.end()).toBeUndefined();
        const shownErr = readInPieces(records, 'stderr', err, places);
        expect(shownOut.equals(stdout)).toBe(true);
        expect(shownErr.equals(stderr)).toBe(true);
        expect(records.end()).toEqual({ exitCode, found: 'ok' });
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('proves nothing of a stream that was cut anywhere before its last byte, and loses none of what came', () => {
    fc.assert(
      fc.property(output, fc.nat(5000), cuts, (stdout, at, places) => {
        const records = open();
        const whole = Buffer.concat([Buffer.from(start()), stdout, Buffer.from(end('stdout'))]);
        const cut = whole.subarray(0, at % whole.length);
        const shown = readInPieces(records, 'stdout', cut, places);
        readInPieces(records, 'stderr', Buffer.from(end('stderr')), []);
        expect(records.end()).toBeUndefined();
        const came = cut.subarray(Math.min(cut.length, start().length));
        const beginning = cut.length < start().length ? cut : came;
        expect(shown.equals(beginning)).toBe(true);
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('takes nothing that the command prints for the end: it does not know the secret', () => {
    fc.assert(
      fc.property(output, (stdout) => {
        const records = open();
        records.read('stdout', Buffer.from(start()));
        records.read('stdout', stdout);
        records.read('stderr', stdout);
        expect(records.end()).toBeUndefined();
      }),
    );
  });

  it('learns the secret from the first line of a log, which has both streams in one', () => {
    const records = readRecords({ secret: undefined, streams: BOTH, fromStart: true });
    const log = `${start()}${start()}one\n${end('stderr', 7)}two${end('stdout', 7)}`;
    expect(records.read('stdout', Buffer.from(log)).toString()).toBe('one\ntwo');
    expect(records.end()).toEqual({ exitCode: 7, found: 'ok' });
  });

  it('learns how long the command took where that was measured, in hundredths of a second', () => {
    const records = open();
    const measured = (stream: 'stdout' | 'stderr') => Buffer.from(end(stream).replace('ok', 'ok 35'));
    records.read('stdout', Buffer.from(start()));
    records.read('stdout', measured('stdout'));
    records.read('stderr', measured('stderr'));
    expect(records.end()).toEqual({ exitCode: 0, found: 'ok', durationMs: 350 });
  });

  it('believes no record in a log that does not begin with one', () => {
    const records = readRecords({ secret: undefined, streams: BOTH, fromStart: true });
    const log = `one\n${start()}${end('stdout')}${end('stderr')}`;
    expect(records.read('stdout', Buffer.from(log)).toString()).toBe(log);
    expect(records.end()).toBeUndefined();
  });

  it('proves nothing to who has missed the start', () => {
    const records = open();
    records.read('stdout', Buffer.from(`one\n${end('stdout')}`));
    records.read('stderr', Buffer.from(end('stderr')));
    expect(records.end()).toBeUndefined();
    expect(records.hasStarted()).toBe(false);
  });

  it('tells the end, though not that output is whole, to who joins late', () => {
    const records = readRecords({ secret: SECRET, streams: BOTH, fromStart: false });
    expect(records.read('stdout', Buffer.from(`one\n${end('stdout', 4)}`)).toString()).toBe('one\n');
    records.read('stderr', Buffer.from(end('stderr', 4)));
    expect(records.end()).toEqual({ exitCode: 4, found: 'ok' });
  });

  it('reads the only stream of a terminal, which ends its lines in its own way', () => {
    const records = readRecords({ secret: SECRET, streams: ['stdout'], fromStart: false });
    const line = `exit\r\n${end('stdout', 3).replace('\n', '\r\n')}`;
    expect(records.read('stdout', Buffer.from(line)).toString()).toBe('exit\r\n');
    expect(records.end()).toEqual({ exitCode: 3, found: 'ok' });
  });

  it.each(['missing', 'denied'] as const)('tells of a program that is %s', (found) => {
    const records = open();
    records.read('stdout', Buffer.from(`${start()}${end('stdout', 127).replace('ok', found)}`));
    records.read('stderr', Buffer.from(end('stderr', 127).replace('ok', found)));
    expect(records.end()).toEqual({ exitCode: 127, found });
  });

  it('drops what a process that outlives the command prints behind the records', () => {
    const records = open();
    records.read('stderr', Buffer.from(end('stderr')));
    expect(records.read('stdout', Buffer.from(`${start()}one${end('stdout')}late`)).toString()).toBe('one');
    expect(records.read('stderr', Buffer.from('later'))).toHaveLength(0);
  });

  it('does not hold back what only begins like a record and goes on otherwise', () => {
    const records = open();
    records.read('stdout', Buffer.from(start()));
    expect(records.read('stdout', Buffer.from(RECORD_MARK))).toHaveLength(0);
    const long = 'x'.repeat(200);
    expect(records.read('stdout', Buffer.from(long)).toString()).toBe(`${RECORD_MARK}${long}`);
  });
});

describe('readStart', () => {
  it.each([
    { label: 'a start record', text: `${start()}one\n`, secret: SECRET },
    { label: 'a start record that is cut off', text: start().slice(0, -1), secret: undefined },
    { label: 'other text', text: `one\n${start()}`, secret: undefined },
    { label: 'nothing', text: '', secret: undefined },
  ])('finds $secret in $label', ({ text, secret }) => {
    expect(readStart(Buffer.from(text))).toBe(secret);
  });
});
