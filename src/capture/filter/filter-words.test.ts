import { describe, expect, it } from 'vitest';
import { beginsFilter, noTargetBefore, splitCaptureWords } from './filter-words.ts';

const split = (line: string): string => {
  const words = line === '' ? [] : line.split(' ').map((word) => word.replaceAll('_', ' '));
  const dash = words.indexOf('--');
  const { targets, filter } = splitCaptureWords(
    dash < 0
      ? { names: words, commandAfterDash: undefined }
      : { names: words.slice(0, dash), commandAfterDash: words.slice(dash + 1) },
  );
  return `${targets.join(' ')} | ${filter.join(' ')}`;
};

describe('splitCaptureWords', () => {
  it.each([
    { line: 'web-1', parts: 'web-1 | ' },
    { line: 'web-1 web-2 tcp port 80', parts: 'web-1 web-2 | tcp port 80' },
    { line: 'deploy/web shop/web-1 host 10.0.0.1', parts: 'deploy/web shop/web-1 | host 10.0.0.1' },
    { line: 'web-1 not port 22', parts: 'web-1 | not port 22' },
    { line: 'web-1 ! arp', parts: 'web-1 | ! arp' },
    { line: 'web-1 !arp', parts: 'web-1 | !arp' },
    { line: 'web-1 ( tcp or udp ) and port 53', parts: 'web-1 | ( tcp or udp ) and port 53' },
    { line: 'web-1 (tcp or udp)', parts: 'web-1 | (tcp or udp)' },
    { line: 'web-1 tcp[13] & 2 != 0', parts: 'web-1 | tcp[13] & 2 != 0' },
    { line: 'web-1 tcp[tcpflags]=tcp-syn', parts: 'web-1 | tcp[tcpflags]=tcp-syn' },
    { line: 'web-1 ip6 or icmp6', parts: 'web-1 | ip6 or icmp6' },
    { line: 'web-1 tcp_port_80', parts: 'web-1 | tcp port 80' },
    { line: 'web-1 len>100', parts: 'web-1 | len>100' },
    // A pod whose name is a keyword.
    { line: 'pod/tcp tcp', parts: 'pod/tcp | tcp' },
    { line: 'tcp -- port 80', parts: 'tcp | port 80' },
    // Names that only look like keywords.
    { line: 'tcp-proxy host-agent port80 ip-masq', parts: 'tcp-proxy host-agent port80 ip-masq | ' },
    { line: 'web-1 -- 10.0.0.1', parts: 'web-1 | 10.0.0.1' },
    { line: 'web-1 --', parts: 'web-1 | ' },
    // With a selector, the filter comes first.
    { line: 'tcp port 80', parts: ' | tcp port 80' },
    { line: '', parts: ' | ' },
    { line: 'web-1 -- less 100 and len - 4 > -1', parts: 'web-1 | less 100 and len - 4 > -1' },
    { line: 'web-1 $(reboot);x', parts: 'web-1 $(reboot);x | ' },
    { line: 'web-1 port $(reboot)', parts: 'web-1 | port $(reboot)' },
  ])('reads $line as $parts', ({ line, parts }) => {
    expect(split(line)).toBe(parts);
  });

  it.each([
    { line: 'web-1 -- -i eth0', hint: 'the flag of capture for it: --interface=NAME' },
    { line: 'web-1 -- port 80 -s96', hint: 'the flag of capture for it: --snaplen=BYTES' },
    { line: 'web-1 -- -z reboot', hint: 'kubectl-debug capture --help lists the flags of capture' },
    { line: 'web-1 -- --version', hint: 'kubectl-debug capture --help lists the flags of capture' },
  ])('refuses an option of tcpdump: $line', ({ line, hint }) => {
    expect(() => split(line)).toThrow(expect.objectContaining({ kind: 'usage', hint }));
  });
});

it.each([
  { word: '(tcp', begins: true },
  { word: '\\(', begins: true },
  { word: '&&', begins: true },
  { word: 'tcpx[1]', begins: false },
  { word: 'web.tcp', begins: false },
  { word: 'TCP', begins: false },
])('whether $word begins a filter: $begins', ({ word, begins }) => {
  expect(beginsFilter(word)).toBe(begins);
});

it.each([
  {
    filter: ['tcp', 'port', '80'],
    hint: 'for the pod of that name: pod/tcp; else name a pod before the filter',
  },
  { filter: ['(', 'tcp', ')'], hint: 'name a pod before the filter, or choose pods with -l' },
])('asks for a pod before $filter', ({ filter, hint }) => {
  expect(noTargetBefore(filter)).toMatchObject({ kind: 'usage', hint });
});
