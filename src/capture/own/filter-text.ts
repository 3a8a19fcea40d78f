/**
 * The filter for tcpdump, in one word, as it would join them itself: the words of the user, without the traffic of some TCP
 * ports. These come first, since `vlan` and `mpls` change what follows them. Empty for every packet.
 */
export function filterText(words: readonly string[], withoutPorts: readonly number[]): string {
  const excluded = withoutPorts.map((port) => `not tcp port ${port}`);
  const asked = words.join(' ');
  if (excluded.length === 0) return asked;
  return [...excluded, ...(asked === '' ? [] : [`(${asked})`])].join(' and ');
}
