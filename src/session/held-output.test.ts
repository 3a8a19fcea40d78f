import { describe, expect, it } from 'vitest';
import { makeHeldOutput, type HeldOutput } from './held-output.ts';

function aHolder(policy: 'hold' | 'live'): { held: HeldOutput; written: () => string } {
  let text = '';
  const output = {
    write: (channel: string, bytes: Buffer) => void (text += `${channel}:${bytes.toString()};`),
    writable: () => Promise.resolve(),
    flush: () => Promise.resolve(),
  };
  return { held: makeHeldOutput(output, policy), written: () => text };
}

const accept = (held: HeldOutput): void => {
  held.accept('stdout', Buffer.from('one '));
  held.accept('stderr', Buffer.from('two '));
};

describe('makeHeldOutput', () => {
  it('holds output back, then writes what was missed, what it held, and all that comes', () => {
    const { held, written } = aHolder('hold');
    accept(held);
    expect(written()).toBe('');
    expect(held.snapshot().toString()).toBe('one two ');
    expect(held.heldBytes()).toBe(8);
    held.release(Buffer.from('missed '));
    held.accept('stdout', Buffer.from('three'));
    expect(written()).toBe('stdout:missed ;stdout:one ;stderr:two ;stdout:three;');
    expect(held.heldBytes()).toBe(0);
  });

  it('releases once', () => {
    const { held, written } = aHolder('hold');
    accept(held);
    held.release(Buffer.alloc(0));
    held.release(Buffer.from('missed '));
    expect(written()).toBe('stdout:one ;stderr:two ;');
  });

  it('lets everything through at once when nothing is to be held', () => {
    const { held, written } = aHolder('live');
    accept(held);
    held.release(Buffer.from('missed '));
    expect(written()).toBe('stdout:one ;stderr:two ;');
  });

  it('forgets what it held, and drops what comes, once somebody else has the truth', () => {
    const { held, written } = aHolder('hold');
    accept(held);
    held.discard();
    held.accept('stdout', Buffer.from('three'));
    held.release(Buffer.from('missed '));
    expect(written()).toBe('');
    expect(held.snapshot().length).toBe(0);
  });
});
