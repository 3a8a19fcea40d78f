import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { Outcome } from '../../session/outcome.ts';
import { hearTail, sayAboutTail } from './hear-tail.ts';

const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const EXITED: Outcome = { kind: 'exited', exitCode: 0, reason: '', message: '' };

describe('hearTail', () => {
  it('counts what came within two seconds of the end, and forgets what came long before', async () => {
    const { io, advance } = anIo();
    const tail = hearTail(io);
    tail.hear('stdout', Buffer.alloc(50_000, 'a'));
    expect(tail.bytes()).toBe(50_000);
    await advance(1000);
    tail.hear('stderr', Buffer.alloc(10, 'b'));
    expect(tail.bytes()).toBe(50_010);
    await advance(5000);
    tail.hear('stdout', Buffer.alloc(3, 'c'));
    expect(tail.bytes()).toBe(3);
  });
});

describe('sayAboutTail', () => {
  it.each([
    { label: 'much at the end', outcome: EXITED, bytes: 40_000, isSaid: true },
    { label: 'little at the end', outcome: EXITED, bytes: 32 * 1024, isSaid: false },
    {
      label: 'a session that was left',
      outcome: { kind: 'detached', by: 'keys' } as const,
      bytes: 40_000,
      isSaid: false,
    },
  ])('warns that output may be incomplete of $label: $isSaid', ({ outcome, bytes, isSaid }) => {
    const { io, stderrText } = anIo();
    sayAboutTail(outcome, bytes, { container: CONTAINER, notes: makeNotes(io, { quiet: true }) });
    const said = /^Warning: the output of "dbg" may be incomplete: 39 KiB .*\n$/;
    expect(stderrText()).toMatch(isSaid ? said : /^$/);
  });
});
