import { expect, it } from 'vitest';
import { rememberShown, type StreamStart } from './remember-shown.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const FROM_THE_START: StreamStart = { from: 0, isExact: true };

it('counts the CR of a line whose LF comes in the next piece', () => {
  const memory = rememberShown(FROM_THE_START);
  ['a\r', '\nb\r\n', 'c'].forEach((piece) => memory.accept('stdout', bytes(piece)));
  expect(memory.shown()).toMatchObject({ lines: bytes('a\nb\n'), unfinished: bytes('c'), loggedBytes: 4 });
});

it('knows that two streams were shown, and each of them', () => {
  const memory = rememberShown(FROM_THE_START);
  memory.accept('stdout', bytes('a\r\n'));
  expect(memory.shown().isMixed).toBe(false);
  memory.accept('stderr', bytes('b'));
  expect(memory.shown()).toMatchObject({ lines: bytes('a\n'), unfinished: bytes('b'), isMixed: true });
  expect(memory.streams()).toEqual({ stdout: bytes('a\r\n'), stderr: bytes('b'), forgottenBytes: 0 });
});

it('learns where the first stream began, but no longer once another one has followed', () => {
  const memory = rememberShown({ from: undefined, isExact: false });
  memory.accept('stdout', bytes('a\n'));
  memory.place({ from: 7, isExact: true });
  expect(memory.shown()).toMatchObject({ from: 7, isExact: true, loggedBytes: 2 });
  memory.restart({ from: undefined, isExact: false }, bytes(''));
  memory.place({ from: 7, isExact: true });
  expect(memory.shown()).toMatchObject({ from: undefined, isExact: false });
});

it('begins anew behind the unfinished line, which counts as shown', () => {
  const memory = rememberShown(FROM_THE_START);
  expect(memory.hasShown()).toBe(false);
  memory.accept('stdout', bytes('a\nb'));
  memory.restart({ from: 2, isExact: false }, bytes('b'));
  memory.accept('stdout', bytes('c\n'));
  expect(memory.shown()).toMatchObject({ from: 2, isExact: false, lines: bytes('bc\n'), loggedBytes: 3 });
  expect(memory.hasShown()).toBe(true);
});
