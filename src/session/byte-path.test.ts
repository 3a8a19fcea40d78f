import { describe, expect, it } from 'vitest';
import { RECORD_MARK } from '../pod/containers/envelope.ts';
import { rememberStart } from '../join/hear/format-error.ts';
import { hearDenials } from '../join/hear/closed-files.ts';
import { hearTail } from '../join/hear/hear-tail.ts';
import type { Listener } from '../join/hear/tap-output.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { readHeader } from './exec/command-header.ts';
import { readDetachKeys } from './input/detach-keys.ts';
import { findUnseen } from './gap/find-unseen.ts';
import { makeHeldOutput, NOTHING_MISSED } from './gap/held-output.ts';
import { makeLiveOutput } from './gap/live-output.ts';
import { findTwoStreamsStart } from './gap/find-two-streams-start.ts';
import type { Output } from './local/output.ts';
import { findGap } from './gap/find-gap.ts';
import { readRecords } from './records/records.ts';
import { NOTHING_SHOWN, rememberShown } from './gap/remember-shown.ts';
import { findStreamStart } from './gap/find-stream-start.ts';
import { takeRecords } from './records/take-records.ts';
import { followTerminalModes } from './terminal/terminal-modes.ts';

// What takes time by the square of its input takes minutes for a megabyte, and these tests end in time or not at all.
const MEGABYTE = 1024 * 1024;

const filled = (text: string, bytes = MEGABYTE): Buffer =>
  Buffer.from(text.repeat(Math.ceil(bytes / text.length)));

const numbered = (text: (index: number) => string): Buffer => {
  let all = '';
  for (let index = 0; all.length < MEGABYTE; index += 1) all += text(index);
  return Buffer.from(all);
};

const SHAPES: readonly (readonly [string, Buffer])[] = [
  ['private modes, each another', numbered((index) => `\x1b[?${index}h`)],
  ['private modes in one sequence', Buffer.from(`\x1b[?${numbered((index) => `${index};`).toString()}`)],
  ['modes that are put back', numbered((index) => `\x1b[?1049${index % 2 === 0 ? 'h' : 'l'}`)],
  ['sequences without an end', filled('\x1b[?1;')],
  ['escapes alone', filled('\x1b')],
  ['a title without an end', Buffer.concat([Buffer.from('\x1b]0;'), filled('a')])],
  ['a device control string without an end', Buffer.concat([Buffer.from('\x1bP'), filled('\x1b[?')])],
  ['a line without an end', filled('a')],
  ['empty lines', filled('\n')],
  ['equal lines', filled('a\r\n')],
  ['marks of records', filled(RECORD_MARK)],
  ['beginnings of marks', filled(RECORD_MARK.slice(0, -1))],
  ['start lines of others', filled(`${RECORD_MARK}start other\n`)],
  ['denied looks without an end', filled('/proc/1/root ')],
  ['denials of other things', filled('x: Permission denied ')],
  ['the first of two detach keys', filled('\x10')],
];

function readersOf(): Readonly<Record<string, (bytes: Buffer) => void>> {
  const { io } = anIo();
  let shownBytes = 0;
  const output: Output = {
    write: (_, bytes) => void (shownBytes += bytes.length),
    flush: () => Promise.resolve(),
  };
  const modes = followTerminalModes();
  const records = (fromStart: boolean) =>
    takeRecords(output, readRecords({ secret: fromStart ? undefined : 'x', streams: ['stdout'], fromStart }))
      .output;
  const held = makeHeldOutput(output);
  const open = makeHeldOutput(output);
  open.release(NOTHING_MISSED);
  const live = makeLiveOutput({ output, isTerminal: true, isFullScreen: modes.isFullScreen });
  const memory = rememberShown({ from: 0, isExact: true });
  const keys = readDetachKeys(Buffer.from([0x10, 0x11]));
  const hearAs = (hear: Listener) => (bytes: Buffer) => hear('stdout', bytes);
  const write = (one: Output) => (bytes: Buffer) => one.write('stdout', bytes);
  return {
    followTerminalModes: modes.see,
    'records, from the start': write(records(true)),
    'records, of a known secret': write(records(false)),
    'held output': (bytes) => held.accept('stdout', bytes),
    'open output': (bytes) => open.accept('stdout', bytes),
    'live output': (bytes) => live.accept('stdout', bytes),
    rememberShown: (bytes) => memory.accept('stdout', bytes),
    readHeader: readHeader().read,
    readDetachKeys: keys.read,
    hearDenials: hearAs(hearDenials().hear),
    rememberStart: hearAs(rememberStart().hear),
    hearTail: hearAs(hearTail(io).hear),
  };
}

describe('the way of a live session’s bytes', () => {
  it.each(SHAPES)('takes time by their number alone, of %s', (_, bytes) => {
    for (const read of Object.values(readersOf())) read(bytes);
    const pieces = Object.values(readersOf());
    for (let at = 0; at < bytes.length; at += 1000)
      for (const read of pieces) read(bytes.subarray(at, at + 1000));
  });

  it.each(SHAPES)('takes time by their number alone, where they come one by one, of %s', (_, bytes) => {
    const singles = bytes.subarray(0, MEGABYTE / 64);
    for (const read of Object.values(readersOf()))
      for (let at = 0; at < singles.length; at += 1) read(singles.subarray(at, at + 1));
  });
});

describe('the search in a log', () => {
  const log = filled('a\n', 8 * MEGABYTE);
  const almost = Buffer.concat([filled('a\n'), Buffer.from('b\n')]);

  it('finds where a stream of equal lines does not begin', () => {
    expect(findStreamStart(Buffer.concat([log, Buffer.from('c\n')]), almost)).toEqual({ kind: 'not-yet' });
    expect(findStreamStart(Buffer.concat([log, Buffer.from('b\n')]), almost)).toEqual({
      kind: 'found',
      missed: log.length - MEGABYTE,
    });
    expect(findStreamStart(log, filled('a\n'))).toEqual({ kind: 'ambiguous' });
  });

  it('finds what was shown of equal lines', () => {
    const shown = {
      from: undefined,
      isExact: false,
      lines: Buffer.concat([Buffer.from('b\n'), filled('a\n', MEGABYTE / 4)]),
      unfinished: Buffer.alloc(0),
      loggedBytes: 0,
      isMixed: false,
    };
    const quiet = { arrived: NOTHING_MISSED, isFinal: false, isQuiet: true };
    expect(findGap(log, shown, quiet)).toEqual({ kind: 'ambiguous' });
    const once = { ...shown, lines: Buffer.concat([filled('a\n', MEGABYTE / 4), Buffer.from('c\nb\n')]) };
    expect(findGap(log, once, quiet)).toEqual({ kind: 'not-yet' });
  });

  it('gives up a log that two streams fit in too many ways', () => {
    const streams = { stdout: filled('a\nb\n', 4096), stderr: filled('b\na\n', 4096) };
    expect(findTwoStreamsStart(filled('a\nb\n'), streams, false).kind).toBe('ambiguous');
    const long = Buffer.concat([filled('c'.repeat(1000)), Buffer.from('\n')]);
    expect(findTwoStreamsStart(Buffer.concat([long, long, long]), streams, false).kind).not.toBe('found');
  });

  it('places streams in a log whose last line has no end', () => {
    const streams = { stdout: Buffer.from('x\n'), stderr: Buffer.from('y\n') };
    const unfinished = Buffer.concat([Buffer.from('x\ny\n'), filled('a')]);
    const stream = { arrived: streams, isFinal: false, isQuiet: false };
    expect(findGap(unfinished, NOTHING_SHOWN, stream)).toMatchObject({ kind: 'found' });
  });

  it('finds what was not shown before a line that is long', () => {
    const stdout = Buffer.concat([filled('b', MEGABYTE / 4), Buffer.from('\n')]);
    const seen = { stdout, stderr: Buffer.from('c'), forgottenBytes: 0 };
    const unseen = findUnseen(Buffer.concat([filled('a\n'), stdout, Buffer.from('c\n')]), seen);
    expect(unseen).toHaveLength(MEGABYTE / 2 + 1);
  });
});
