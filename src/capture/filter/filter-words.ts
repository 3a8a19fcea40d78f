import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { CommandInput } from '../../flags/flag.ts';
import { TCPDUMP_OPTIONS } from '../../flags/tables/network/tcpdump-options.ts';

/** Words that begin a filter expression. See https://www.tcpdump.org/manpages/pcap-filter.7.html */
const BEGINNINGS: ReadonlySet<string> = new Set([
  ...['host', 'net', 'port', 'portrange', 'gateway', 'broadcast', 'multicast', 'proto', 'protochain'],
  ...['src', 'dst', 'inbound', 'outbound', 'less', 'greater', 'len', 'ifname', 'link'],
  ...['ether', 'ip', 'ip6', 'arp', 'rarp', 'icmp', 'icmp6', 'tcp', 'udp', 'sctp', 'igmp', 'pim', 'ah', 'esp'],
  ...['vrrp', 'stp', 'llc', 'vlan', 'mpls', 'pppoed', 'pppoes', 'geneve', 'vxlan'],
  ...['not', 'and', 'or', '!', '&&', '||', '('],
]);

/** The words of a command line, in two parts. */
export interface CaptureWords {
  readonly targets: readonly string[];
  /** For tcpdump; empty for every packet. */
  readonly filter: readonly string[];
}

/**
 * Whether a word begins a filter: a keyword, an operator or a bracket, alone or with what follows it (`tcp[13]`, `!arp`,
 * `(port`), or a whole expression in one word. None of these but a bare keyword can be the name of a pod.
 */
export function beginsFilter(word: string): boolean {
  const [keyword = ''] = /^[a-z0-9]+(?=\[|$)/.exec(word) ?? [];
  return BEGINNINGS.has(word) || BEGINNINGS.has(keyword) || /^[!(\\]|[\s&|<>=]/.test(word);
}

/**
 * Splits the words of a command line into targets and filter: behind `--` all is filter, and so is all from the first word
 * on that begins one. Throws `usage` for a word that tcpdump would take for an option.
 */
export function splitCaptureWords({
  names,
  commandAfterDash,
}: Pick<CommandInput, 'names' | 'commandAfterDash'>): CaptureWords {
  const begin = commandAfterDash === undefined ? names.findIndex(beginsFilter) : -1;
  const end = begin < 0 ? names.length : begin;
  const targets = names.slice(0, end);
  const filter = [...names.slice(end), ...(commandAfterDash ?? [])].filter((word) => word.trim() !== '');
  refuseOptions(filter);
  return { targets, filter };
}

/** Behind `--` our own flag for files is one of tcpdump. */
const HINTS: Readonly<Record<string, string>> = {
  ...TCPDUMP_OPTIONS,
  w: 'the flag of capture for it: -w FILE, before --',
};

function refuseOptions(filter: readonly string[]): void {
  const option = filter.find((word) => /^-\D/.test(word));
  if (option === undefined) return;
  throw new CliError('usage', `"${option}" is an option of tcpdump, not part of a filter`, {
    hint: HINTS[option.slice(1, 2)] ?? 'kubectl-debug capture --help lists the flags of capture',
  });
}

/** The error for a call in which a filter comes first. Its first word may be meant as the name of a pod. */
export function noTargetBefore(filter: readonly string[]): CliError {
  const [first = ''] = filter;
  const isName = /^[a-z0-9]+$/.test(first);
  return new CliError('usage', `no pod is named: "${first}" begins a filter`, {
    hint: isName
      ? commandText`for the pod of that name: ${`pod/${first}`}; else name a pod before the filter`
      : 'name a pod before the filter, or choose pods with -l',
  });
}
