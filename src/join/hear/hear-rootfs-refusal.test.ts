import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { hearRootfsRefusal } from './hear-rootfs-refusal.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const SIGHT = { kind: 'present', pod: aPod({ apps: [{ name: 'app' }] }) } as const;
const REFUSAL = 'kubectl-debug rootfs closed 7\n';

type Piece = readonly ['stdout' | 'stderr', string];

function hear(pieces: readonly Piece[], opening: Partial<Parameters<typeof hearRootfsRefusal>[1]> = {}) {
  const shown: Piece[] = [];
  const output = {
    write: (channel: 'stdout' | 'stderr', bytes: Buffer) => shown.push([channel, bytes.toString()]),
    flush: () => Promise.resolve(),
  };
  const heard = hearRootfsRefusal(output, { opensRoot: true, tty: false, ...opening });
  for (const [channel, text] of pieces) heard.output.write(channel, Buffer.from(text));
  return { shown, throwIfHeard: heard.throwIfHeard };
}

it.each([
  { label: 'on stderr', tty: false, refusal: ['stderr', REFUSAL] },
  { label: 'on a terminal', tty: true, refusal: ['stdout', REFUSAL.replace('\n', '\r\n')] },
] as const)(
  'keeps a refusal of the script $label to itself, and throws it as one of ours',
  ({ tty, refusal }) => {
    const { shown, throwIfHeard } = hear([['stderr', 'before\n'], refusal], { tty });
    expect(shown).toEqual([['stderr', 'before\n']]);
    expect(() => throwIfHeard(SIGHT, REF)).toThrow(expect.objectContaining({ kind: 'rootfs-refused' }));
  },
);

it.each([
  { label: 'another text', pieces: [['stderr', 'kubectl-debug: / is the root']] },
  { label: 'the begin of one', pieces: [['stderr', 'kubectl-debug rootf']] },
  { label: 'another word', pieces: [['stderr', 'kubectl-debug rootfs opened 7\n']] },
  { label: 'a line that goes on', pieces: [['stderr', 'kubectl-debug rootfs closed 7 times\n']] },
  { label: 'one of more lines', pieces: [['stderr', `${REFUSAL}more\n`]] },
  { label: 'what a command prints', pieces: [['stdout', REFUSAL]] },
  { label: 'a command that opens no root', pieces: [['stderr', REFUSAL]], opening: { opensRoot: false } },
  {
    label: 'the same on a terminal',
    pieces: [['stdout', REFUSAL]],
    opening: { opensRoot: false, tty: true },
  },
] satisfies readonly { label: string; pieces: readonly Piece[]; opening?: object }[])(
  'shows $label',
  ({ pieces, opening = {} }) => {
    const { shown, throwIfHeard } = hear(pieces, opening);
    expect(shown).toEqual(pieces);
    expect(() => throwIfHeard(SIGHT, REF)).not.toThrow();
  },
);

it('shows a refusal late where nothing is left to tell it of', () => {
  const { shown, throwIfHeard } = hear([['stderr', REFUSAL]]);
  throwIfHeard({ kind: 'gone' }, REF);
  expect(shown).toEqual([['stderr', REFUSAL]]);
});
