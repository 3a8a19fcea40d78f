import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { Outcome } from '../../session/outcome.ts';
import { endSession, goesOn } from './end-session.ts';

const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const BACK = 'kubectl-debug attach web-1 -n shop -c dbg';
const END = 'kubectl-debug stop web-1 -n shop -c dbg';

function end(outcome: Outcome, { isRemoved = false, canBeEnded = false, isEphemeral = true } = {}) {
  const { io, stderrText } = anIo();
  const left = { ...CONTAINER, isRemoved, canBeEnded, isEphemeral };
  const exitCode = endSession(outcome, left, makeNotes(io, { quiet: true }));
  return { exitCode, said: stderrText() };
}

it.each<{ outcome: Outcome; isOn: boolean }>([
  { outcome: { kind: 'detached', by: 'keys' }, isOn: true },
  { outcome: { kind: 'lost', reason: 'why' }, isOn: true },
  { outcome: { kind: 'detached', by: 'SIGINT' }, isOn: false },
  { outcome: { kind: 'detached', by: 'SIGTERM' }, isOn: false },
  { outcome: { kind: 'detached', by: 'SIGHUP' }, isOn: false },
  { outcome: { kind: 'detached', by: 'SIGPIPE' }, isOn: false },
  { outcome: { kind: 'exited', exitCode: 0, reason: '', message: '' }, isOn: false },
  { outcome: { kind: 'incomplete', reason: 'why' }, isOn: false },
  { outcome: { kind: 'unknown', reason: 'why' }, isOn: false },
])('keeps a pod for who comes back after $outcome: $isOn', ({ outcome, isOn }) => {
  expect(goesOn(outcome)).toBe(isOn);
});

describe('endSession', () => {
  it.each([0, 1, 125, 137, 255])('returns the exit code %i of the command and says nothing', (exitCode) => {
    expect(end({ kind: 'exited', exitCode, reason: '', message: '' })).toEqual({ exitCode, said: '' });
  });

  it.each([
    { by: 'keys', exitCode: 0 },
    { by: 'SIGINT', exitCode: 130 },
    { by: 'SIGTERM', exitCode: 143 },
    { by: 'SIGHUP', exitCode: 129 },
    { by: 'SIGPIPE', exitCode: 141 },
  ] as const)('returns $exitCode when $by made us leave, and warns also when quiet', ({ by, exitCode }) => {
    const said = `Warning: debug container "dbg" in shop/web-1 runs on; to come back: ${BACK}; to end it: ${END}\n`;
    expect(end({ kind: 'detached', by })).toEqual({ exitCode, said });
  });

  it('says that one more Ctrl-C ends it where somebody can press it', () => {
    const said = `Warning: debug container "dbg" in shop/web-1 runs on; Ctrl-C again ends it; to come back: ${BACK}; to end it: ${END}\n`;
    const { said: shown } = end({ kind: 'detached', by: 'SIGINT' }, { canBeEnded: true });
    expect(shown).toBe(said);
  });

  it('promises no way back to a pod that is deleted now', () => {
    expect(end({ kind: 'detached', by: 'SIGINT' }, { isRemoved: true })).toEqual({ exitCode: 130, said: '' });
    expect(() => end({ kind: 'incomplete', reason: 'why' }, { isRemoved: true })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('without --rm it stays') as string }),
    );
  });

  it('tells the way back to a pod that stays because somebody left by the detach keys', () => {
    const said = `Warning: debug container "dbg" in shop/web-1 runs on; to come back: ${BACK}\n`;
    const left = { isRemoved: true, isEphemeral: false };
    expect(end({ kind: 'detached', by: 'keys' }, left)).toEqual({ exitCode: 0, said });
  });

  it.each([
    {
      kind: 'lost',
      error: 'connection-lost',
      message: /^lost the connection to .*dbg.* in shop\/web-1: why$/,
      hint: BACK,
    },
    {
      kind: 'incomplete',
      error: 'output-incomplete',
      message: /is missing: why$/,
      hint: 'kubectl logs web-1 -n shop -c dbg',
    },
    { kind: 'unknown', error: 'exit-code-unknown', message: /cannot be read: why$/, hint: undefined },
  ] as const)('fails with $error when the session is $kind', ({ kind, error, message, hint }) => {
    expect(() => end({ kind, reason: 'why' })).toThrow(
      expect.objectContaining({
        kind: error,
        message: expect.stringMatching(message) as string,
        hint: hint === undefined ? undefined : (expect.stringContaining(hint) as string),
      }) as Error,
    );
  });
});
