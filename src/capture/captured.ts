/** How many packets a capture has seen, as tcpdump counts them at its end. */
export interface PacketCounts {
  readonly captured: number;
  /** What matched the filter. */
  readonly received: number;
  /** Packets that came while the buffer was full; nobody has seen them. */
  readonly dropped: number;
}
