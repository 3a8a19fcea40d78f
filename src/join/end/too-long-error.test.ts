import { expect, it } from 'vitest';
import type { Ending } from '../../session/scripts/end-process.ts';
import { tooLongError } from './too-long-error.ts';

const RUN = { what: 'the command', timeoutMs: 1500, hint: 'come back' };

it.each<{ ending: Ending; message: string; hint: string | undefined }>([
  {
    ending: { kind: 'ended' },
    message: 'the command ran longer than --run-timeout (1.5 s) and was ended',
    hint: undefined,
  },
  {
    ending: { kind: 'not-ended', why: 'no shell' },
    message: 'the command ran longer than --run-timeout (1.5 s) and goes on: no shell',
    hint: 'come back',
  },
  {
    ending: { kind: 'not-ended', why: 'no handler', isProcessOne: true },
    message: 'the command ran longer than --run-timeout (1.5 s) and goes on: no handler',
    hint: 'come back; by --via=exec a command is never process 1, and can be ended',
  },
])('says whether the command that ran too long was ended: $ending', ({ ending, message, hint }) => {
  expect(tooLongError({ ...RUN, ending })).toMatchObject({ kind: 'run-timeout', message, hint });
});
