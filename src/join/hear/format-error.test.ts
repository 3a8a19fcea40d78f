import { expect, it } from 'vitest';
import { findFormatError, rememberStart } from './format-error.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const LINE = 'exec /bin/sh: exec format error\n';
const exited = (exitCode: number) => ({ kind: 'exited', exitCode, reason: 'Error', message: '' }) as const;

function find(pieces: readonly string[], exitCode = 1) {
  const { hear, text } = rememberStart();
  for (const piece of pieces) hear('stdout', Buffer.from(piece));
  return findFormatError(exited(exitCode), { text: text(), ref: REF });
}

it.each([
  { pieces: [LINE], exitCode: 1 },
  { pieces: [LINE], exitCode: 255 },
  { pieces: ['exec /bin/sh: ', 'exec format error\r\n'], exitCode: 1 },
])(
  'tells by the only words of a container that its program could not run: $pieces, $exitCode',
  ({ pieces, exitCode }) => {
    expect(find(pieces, exitCode)).toMatchObject({ kind: 'image-platform' });
  },
);

it.each([
  { label: 'more output', pieces: ['starting\n', LINE], exitCode: 1 },
  { label: 'output behind it', pieces: [LINE, 'x'.repeat(1000)], exitCode: 1 },
  { label: 'the exit code of a program that ran', pieces: [LINE], exitCode: 0 },
  { label: 'nothing at all', pieces: [], exitCode: 1 },
])('takes $label for the output of a program', ({ pieces, exitCode }) => {
  expect(find(pieces, exitCode)).toBeUndefined();
});
