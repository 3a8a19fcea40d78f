/** A packet that the playground's tcpdump tells of. */
export interface SamplePacket {
  /** Since 1970. */
  readonly atMicros: number;
  /** An Ethernet frame. */
  readonly bytes: Buffer;
}

/** `DLT_EN10MB` of https://www.tcpdump.org/linktypes.html. */
export const SAMPLE_LINK_TYPE = 1;
export const SAMPLE_SNAP_LENGTH = 262_144;

/** 2026-01-02 03:04:05 UTC. */
const FIRST_AT_S = 1_767_323_045;

const MAC_ADDRESSES = Buffer.from('0a580a5800020a580a580001', 'hex');
const IP_ADDRESSES = Buffer.from([10, 88, 0, 1, 10, 88, 0, 2]);

/** UDP from 10.88.0.1 port 40000 to 10.88.0.2 port 9999, all of the same size. */
export const SAMPLE_PACKETS: readonly SamplePacket[] = [1, 2, 3].map((number) => ({
  atMicros: (FIRST_AT_S + number) * 1_000_000 + number,
  bytes: udpFrame(Buffer.from(`packet ${number}\n`)),
}));

/** How many bytes a packet takes in `samplePcap`. */
export const SAMPLE_RECORD_BYTES = 16 + udpFrame(Buffer.from('packet 1\n')).length;

/** All packets, as tcpdump writes them with `-w`. */
export function samplePcap(): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(SAMPLE_SNAP_LENGTH, 16);
  header.writeUInt32LE(SAMPLE_LINK_TYPE, 20);
  return Buffer.concat([
    header,
    ...SAMPLE_PACKETS.flatMap(({ atMicros, bytes }) => [recordHeader(atMicros, bytes), bytes]),
  ]);
}

function recordHeader(atMicros: number, { length }: Buffer): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(Math.floor(atMicros / 1_000_000), 0);
  header.writeUInt32LE(atMicros % 1_000_000, 4);
  header.writeUInt32LE(length, 8);
  header.writeUInt32LE(length, 12);
  return header;
}

function udpFrame(payload: Buffer): Buffer {
  const udp = Buffer.alloc(8);
  udp.writeUInt16BE(40_000, 0);
  udp.writeUInt16BE(9999, 2);
  udp.writeUInt16BE(8 + payload.length, 4); // no checksum, which IPv4 allows
  const ip = Buffer.alloc(20);
  ip.writeUInt16BE(0x4500, 0);
  ip.writeUInt16BE(28 + payload.length, 2);
  ip.writeUInt16BE(0x4011, 8);
  IP_ADDRESSES.copy(ip, 12);
  ip.writeUInt16BE(checksumOf(ip), 10);
  return Buffer.concat([MAC_ADDRESSES, Buffer.from([8, 0]), ip, udp, payload]);
}

/** RFC 1071. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
