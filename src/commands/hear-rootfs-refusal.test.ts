import { expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { hearRootfsRefusal } from './hear-rootfs-refusal.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const SIGHT = { kind: 'present', pod: aPod({ apps: [{ name: 'app' }] }) } as const;

function hear(...pieces: readonly string[]) {
  const shown: string[] = [];
  const heard = hearRootfsRefusal({
    write: (channel, bytes) => shown.push(`${channel} ${bytes.toString()}`),
    flush: () => Promise.resolve(),
  });
  for (const piece of pieces) heard.output.write('stderr', Buffer.from(piece));
  return { shown, judge: () => heard.throwIfHeard(SIGHT, REF) };
}

it('keeps a refusal of the script to itself, and throws it as one of ours', () => {
  const { shown, judge } = hear('before\n', 'kubectl-debug rootfs closed 7\r\n');
  expect(shown).toEqual(['stderr before\n']);
  expect(judge).toThrow(expect.objectContaining({ kind: 'rootfs-refused' }));
});

it.each([{ text: 'kubectl-debug: / is the root' }, { text: '' }, { text: 'kubectl-debug rootf' }])(
  'shows all else: $text',
  ({ text }) => {
    const { shown, judge } = hear(text);
    expect(shown).toEqual([`stderr ${text}`]);
    expect(judge).not.toThrow();
  },
);
