import { describe, expect, it } from 'vitest';
import { makeHeldOutput, NOTHING_MISSED, type HeldOutput } from './held-output.ts';

function aHolder(): { held: HeldOutput; written: () => string } {
  let text = '';
  const output = {
    write: (channel: string, bytes: Buffer) => void (text += `${channel}:${bytes.toString()};`),
    flush: () => Promise.resolve(),
  };
  return { held: makeHeldOutput(output), written: () => text };
}

const accept = (held: HeldOutput): void => {
  held.accept('stdout', Buffer.from('one '));
  held.accept('stderr', Buffer.from('two '));
};
const MISSED = { stdout: Buffer.from('missed '), stderr: Buffer.from('half ') };

describe('makeHeldOutput', () => {
  it('holds output back, then writes what was missed, what it held, and all that comes', () => {
    const { held, written } = aHolder();
    accept(held);
    expect(written()).toBe('');
    expect(held.snapshot()).toEqual({ stdout: Buffer.from('one '), stderr: Buffer.from('two ') });
    expect(held.heldBytes()).toBe(8);
    held.release(MISSED);
    held.accept('stdout', Buffer.from('three'));
    expect(written()).toBe('stdout:missed ;stderr:half ;stdout:one ;stderr:two ;stdout:three;');
    expect(held.heldBytes()).toBe(0);
  });

  it('releases once', () => {
    const { held, written } = aHolder();
    accept(held);
    held.release(NOTHING_MISSED);
    held.release(MISSED);
    expect(written()).toBe('stdout:one ;stderr:two ;');
  });

  it('forgets what it held, and drops what comes, once somebody else has the truth', () => {
    const { held, written } = aHolder();
    accept(held);
    held.discard();
    held.accept('stdout', Buffer.from('three'));
    held.release(MISSED);
    expect(written()).toBe('');
    expect(held.heldBytes()).toBe(0);
  });

  it('shows output unplaced, and remembers where it began', () => {
    const { held, written } = aHolder();
    accept(held);
    held.releaseUnplaced();
    held.release(MISSED);
    held.accept('stdout', Buffer.from('three'));
    expect(written()).toBe('stdout:one ;stderr:two ;stdout:three;');
    expect(held.snapshot()).toEqual({ stdout: Buffer.from('one three'), stderr: Buffer.from('two ') });
    expect(held.isWhole()).toBe(true);
  });

  it('remembers the whole lines of one MiB of it', () => {
    const { held } = aHolder();
    held.accept('stdout', Buffer.from('first\r\nsecond\r'));
    held.releaseUnplaced();
    held.accept('stdout', Buffer.alloc(1024 * 1024, 'x'));
    held.accept('stderr', Buffer.from('later\n'));
    expect(held.snapshot()).toEqual({ stdout: Buffer.from('first\r\n'), stderr: Buffer.alloc(0) });
    expect(held.isWhole()).toBe(false);
  });
});
