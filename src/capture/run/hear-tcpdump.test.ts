import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { hearTcpdump } from './hear-tcpdump.ts';

const RUNS = `tcpdump: data link type LINUX_SLL2
dropped privs to tcpdump
tcpdump: listening on any, link-type LINUX_SLL2 (Linux cooked v2), snapshot length 262144 bytes
`;
const QUIET = { said: '', counts: undefined, interfaces: [], exitCode: undefined };

function hear(pieces: readonly Buffer[]) {
  let listens = 0;
  const ear = hearTcpdump('n0nce', () => (listens += 1));
  pieces.forEach(ear.hear);
  return { ...ear.news(), listens };
}

it.each([
  { label: 'nothing of its usual words', text: RUNS, news: { listens: 1 } },
  {
    label: 'lines, as it says that without -w',
    text: 'tcpdump: verbose output suppressed, use -v[v]...\nlistening on eth0, link-type EN10MB\n',
    news: { listens: 1 },
  },
  {
    label: 'its counts',
    text: `${RUNS}\n12 packets captured\n15 packets received by filter\n3 packets dropped by kernel\n`,
    news: { listens: 1, counts: { captured: 12, received: 15, dropped: 3 } },
  },
  {
    label: 'one packet, and those that the interface dropped',
    text: '1 packet captured\n1 packet received by filter\n0 packets dropped by kernel\n2 packets dropped by interface\n',
    news: { counts: { captured: 1, received: 1, dropped: 2 } },
  },
  {
    label: 'a failure, which can take two lines',
    text: "tcpdump: any: You don't have permission to capture on that device\n(socket: Operation not permitted)\n\nn0nce end 1\n",
    news: {
      said: "any: You don't have permission to capture on that device (socket: Operation not permitted)",
      exitCode: 1,
    },
  },
  {
    label: 'interfaces',
    text: 'tcpdump: x: No such device exists\n\nn0nce interface eth0\nn0nce interface l\u001bo\nn0nce end 1\n',
    news: { said: 'x: No such device exists', interfaces: ['eth0', 'l^[o'], exitCode: 1 },
  },
  {
    label: 'text that is not safe to show',
    text: 'tcpdump: \u001b[2Jgone\u202e\n',
    news: { said: '^[[2Jgone\\u202e' },
  },
  { label: 'no end of another script', text: 'other end 0\n', news: { said: 'other end 0' } },
])('hears $label', ({ text, news }) => {
  expect(hear([Buffer.from(text)])).toEqual({ ...QUIET, listens: 0, ...news });
});

it('hears the same however the stream is cut', () => {
  const bytes = Buffer.from(`${RUNS}\n2 packets captured\nn0nce end 0\n`);
  fc.assert(
    fc.property(someCuts, (cuts) => {
      expect(hear(cutAt(bytes, cuts))).toEqual(hear([bytes]));
    }),
  );
});

it('remembers the last lines of a program that says too much, and the counts', () => {
  const lines = Array.from({ length: 500 }, (_, index) => `warning ${index} ${'x'.repeat(5000)}\n`);
  const { said, counts } = hear([Buffer.from(`4 packets captured\n${lines.join('')}`)]);
  expect(said).toContain('warning 499');
  expect(said).not.toContain('warning 489 ');
  expect(said.length).toBeLessThan(11_000);
  expect(counts).toEqual({ captured: 4, received: 4, dropped: 0 });
});
