/** How tcpdump is to capture in each pod. */
export interface PacketWish {
  readonly networkInterface: string;
  readonly snapBytes: number;
  readonly isPromiscuous: boolean;
  /** Empty for every packet. */
  readonly filter: readonly string[];
}

/** One run of tcpdump. */
export interface TcpdumpRun extends Omit<PacketWish, 'filter'> {
  /** Whether it prints lines, in place of packets as pcap. */
  readonly isText: boolean;
  /** After how many packets it ends; undefined for never. */
  readonly packets: number | undefined;
  /** The whole filter; empty for every packet. */
  readonly filterText: string;
}

/**
 * The words for tcpdump. The filter is one word behind `--`, so that no part of it is ever an option, and no shell reads it.
 * See https://www.tcpdump.org/manpages/tcpdump.1.html
 */
export function tcpdumpWords(run: TcpdumpRun): readonly string[] {
  const { networkInterface, snapBytes, isPromiscuous, filterText, isText, packets } = run;
  return [
    '-n',
    ...['-i', networkInterface],
    ...['-s', String(snapBytes)],
    ...(isPromiscuous ? [] : ['-p']),
    ...(isText ? ['-l'] : ['-U', '-w', '-']),
    ...(packets === undefined ? [] : ['-c', String(packets)]),
    ...(filterText === '' ? [] : ['--', filterText]),
  ];
}
