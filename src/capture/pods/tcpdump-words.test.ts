import { expect, it } from 'vitest';
import { tcpdumpWords } from './tcpdump-words.ts';

const RUN = {
  networkInterface: 'any',
  snapBytes: 262144,
  isPromiscuous: false,
  filterText: '',
  isText: false,
  packets: undefined,
};

it.each([
  { run: {}, words: '-n|-i|any|-s|262144|-p|-U|-w|-' },
  { run: { isText: true, isPromiscuous: true }, words: '-n|-i|any|-s|262144|-l' },
  { run: { packets: 5, networkInterface: 'eth0', snapBytes: 96 }, words: '-n|-i|eth0|-s|96|-p|-U|-w|-|-c|5' },
  {
    run: { filterText: "port $(reboot) ; '" },
    words: "-n|-i|any|-s|262144|-p|-U|-w|-|--|port $(reboot) ; '",
  },
])('passes $words to tcpdump', ({ run, words }) => {
  expect(tcpdumpWords({ ...RUN, ...run }).join('|')).toBe(words);
});
