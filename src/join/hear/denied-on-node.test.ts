import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { hearNodeDenials } from './denied-on-node.ts';

const A_NODE_POD = {
  name: 'node-debugger-n1-abcde',
  metadata: { labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
  apps: [{ name: 'debugger' }],
};

type Piece = readonly ['stdout' | 'stderr', string];

interface Options {
  readonly isOneStream?: boolean;
  readonly exitCode?: number;
  readonly tty?: boolean;
  readonly isPrivileged?: boolean;
  readonly isNode?: boolean;
}

/** Whether a command that said this, and ended with this code, is warned of. */
function isWarned(pieces: readonly Piece[], options: Options = {}): boolean {
  const { isOneStream = false, exitCode = 1, tty = false, isPrivileged = false, isNode = true } = options;
  let isSaid = false;
  const container = { name: 'debugger', tty, securityContext: { privileged: isPrivileged } };
  const denials = hearNodeDenials({ pod: isNode ? aPod(A_NODE_POD) : aPod(), container, isOneStream });
  for (const [channel, text] of pieces) denials.hear(channel, Buffer.from(text));
  denials.sayAfter(exitCode, { warnOf: () => (isSaid = true) });
  return isSaid;
}

const STDERR: Piece = ['stderr', 'mount: permission denied (are you root?)\n'];
const QUOTED: Piece = ['stdout', '/host/var/log/a: Permission denied\n'];

it.each([
  { label: 'its stderr', pieces: [STDERR], options: {}, expected: true },
  {
    label: 'its stderr in pieces',
    pieces: [
      ['stderr', 'mount: permiss'],
      ['stderr', 'ion denied'],
    ],
    options: {},
    expected: true,
  },
  { label: 'its stderr, and it succeeded', pieces: [STDERR], options: { exitCode: 0 }, expected: false },
  { label: 'its stderr on a terminal', pieces: [STDERR], options: { tty: true }, expected: false },
  {
    label: 'its stderr in a privileged pod',
    pieces: [STDERR],
    options: { isPrivileged: true },
    expected: false,
  },
  { label: 'its stderr in another pod', pieces: [STDERR], options: { isNode: false }, expected: false },
  { label: 'what it printed', pieces: [QUOTED], options: {}, expected: false },
  {
    label: 'what it printed, in which stderr is',
    pieces: [QUOTED],
    options: { isOneStream: true },
    expected: true,
  },
  {
    label: 'half of it on each stream',
    pieces: [
      ['stderr', 'operation not '],
      ['stdout', 'permitted'],
    ],
    options: { isOneStream: true },
    expected: false,
  },
] satisfies readonly { pieces: readonly Piece[]; [more: string]: unknown }[])(
  'is heard where a denial is in $label: $expected',
  ({ pieces, options, expected }) => {
    expect(isWarned(pieces, options)).toBe(expected);
  },
);
