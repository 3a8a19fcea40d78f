import { expect, it } from 'vitest';
import { filterText } from './filter-text.ts';
import { describeOwnPorts, readOwnPorts } from './own-ports.ts';

it.each([
  { words: [], ports: [], text: '' },
  { words: ['tcp', 'port', '80'], ports: [], text: 'tcp port 80' },
  { words: [], ports: [10250], text: 'not tcp port 10250' },
  {
    words: ['udp', 'or', 'icmp'],
    ports: [10250, 39467],
    text: 'not tcp port 10250 and not tcp port 39467 and (udp or icmp)',
  },
])('asks tcpdump for $text', ({ words, ports, text }) => {
  expect(filterText(words, ports)).toBe(text);
});

it('reads which ports carry the output of an exec, and on which the node listens', () => {
  const ports = readOwnPorts(
    [
      'aabbccdd',
      'carried 02:55:33.270307 lo    In  IP 127.0.0.1.39467 > 127.0.0.1.51582: tcp 12',
      'carried 02:55:33.270307 lo    In  IP6 ::1.39468 > ::1.51582: tcp 12',
      'carried ',
      'listens 192B',
      'listens everywhere',
    ].join('\n'),
  );
  expect(describeOwnPorts(ports)).toBe(
    'tcp ports 39467 (container runtime), 39468 (container runtime), 6443 (API server)',
  );
});
