import { expect, it } from 'vitest';
import { flagValuesOf } from '../../../flags/flag-values.ts';
import { DEBUG_FLAGS } from '../../../flags/tables/debug-flags.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import type { RecordWish } from '../../../record/record-wish.ts';
import { withStatements } from './statement-request.ts';

const SHELL: DebugRequest = {
  image: 'mirror.corp/library/busybox',
  profile: 'general',
  stdin: true,
  tty: true,
  attach: true,
  waits: true,
  command: [],
  argumentsOnly: false,
  env: [],
};

const statementsOf = (request: Partial<DebugRequest>, isOwnImage: boolean, isTyped = true) => {
  const record: RecordWish = { content: 'commands', place: { kind: 'own-folder' }, hasInput: false, isTyped };
  const defaults = {
    isOwnImage,
    mirrored: (image: string) => image,
    isInteractive: true,
    target: 'none',
  } as const;
  const flags = flagValuesOf(DEBUG_FLAGS, new Map());
  return withStatements({ ...SHELL, ...request }, { record, defaults, flags, secret: () => 'ab'.repeat(16) });
};

it.each([
  { label: 'the shell of our image, from any registry', request: {}, isOwnImage: true },
  { label: 'a shell that is named', request: { command: ['/bin/bash', '-l'] }, isOwnImage: false },
])('makes $label tell its command lines', ({ request, isOwnImage }) => {
  const { asked, record } = statementsOf(request, isOwnImage);
  expect(asked.env.find(({ name }) => name === 'PS1')?.value).toContain('ab'.repeat(8));
  expect(record?.content).toBe('commands');
});

it.each([
  { label: 'the program of another image', request: {}, says: 'nobody knows which program' },
  { label: 'another command', request: { command: ['top'] }, says: 'the command is not sh' },
  { label: 'a shell without a terminal', request: { tty: false }, says: 'no shell on a terminal' },
])('refuses $label, or records all of it by default', ({ request, says }) => {
  expect(() => statementsOf(request, false)).toThrow(says);
  expect(statementsOf(request, false, false).record?.content).toBe('all');
});
