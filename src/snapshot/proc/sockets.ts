/** The files of /proc/net that list sockets. */
export const SOCKET_FILES = ['tcp', 'tcp6', 'udp', 'udp6', 'unix'] as const;

export type SocketFile = (typeof SOCKET_FILES)[number];

/** A socket of the pod. */
export interface Socket {
  readonly protocol: SocketFile;
  readonly state: string;
  /** `ADDRESS:PORT`, or the path of a Unix socket. */
  readonly local: string;
  /** Empty without a peer. */
  readonly remote: string;
  /** Bytes that the other side has not acknowledged, and bytes that the program has not read. For a listener the second is the length of its queue. */
  readonly queues: { readonly send: number; readonly receive: number } | undefined;
  readonly uid: string;
  readonly inode: string;
}

/** See include/net/tcp_states.h of Linux. */
const TCP_STATES: Readonly<Record<string, string>> = {
  '01': 'ESTABLISHED',
  '02': 'SYN_SENT',
  '03': 'SYN_RECV',
  '04': 'FIN_WAIT1',
  '05': 'FIN_WAIT2',
  '06': 'TIME_WAIT',
  '07': 'CLOSE',
  '08': 'CLOSE_WAIT',
  '09': 'LAST_ACK',
  '0A': 'LISTEN',
  '0B': 'CLOSING',
  '0C': 'NEW_SYN_RECV',
};

/** Datagram sockets have two of these states only. */
const UDP_STATES: Readonly<Record<string, string>> = { '01': 'ESTABLISHED', '07': 'UNCONNECTED' };
/** See include/uapi/linux/net.h of Linux. */
const UNIX_STATES: Readonly<Record<string, string>> = {
  '00': 'FREE',
  '01': 'UNCONNECTED',
  '02': 'CONNECTING',
  '03': 'CONNECTED',
  '04': 'DISCONNECTING',
};
/** A listening Unix socket has this flag. */
const ACCEPTS_CONNECTIONS = 0x10000;

/** The bytes of an address: the kernel prints words of 32 bits in the byte order of the node. */
function bytesOf(hex: string, isBigEndian: boolean): readonly number[] {
  const words = hex.match(/.{8}/g) ?? [];
  return words.flatMap((word) => {
    const bytes = (word.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
    return isBigEndian ? bytes : bytes.toReversed();
  });
}

/** An IPv6 address in its short form (RFC 5952). */
function shortAddress(bytes: readonly number[]): string {
  const groups = Array.from(
    { length: 8 },
    (_, index) => ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0),
  );
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return `::ffff:${bytes.slice(12).join('.')}`;
  const text = groups.map((group) => group.toString(16)).join(':');
  const runs = [...text.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].toSorted(
    (one, other) => other[0].length - one[0].length,
  );
  const [longest] = runs;
  if (longest === undefined) return text;
  return `${text.slice(0, longest.index)}::${text.slice(longest.index + longest[0].length).replace(/^:/, '')}`;
}

/** `0100007F:1F90` as `127.0.0.1:8080`; an address of six as `[::1]:8080`. */
export function readAddress(text: string, isBigEndian: boolean): string {
  const [address = '', port = ''] = text.split(':');
  const bytes = bytesOf(address, isBigEndian);
  const host = address.length > 8 ? `[${shortAddress(bytes)}]` : bytes.join('.');
  return `${host}:${Number.parseInt(port, 16)}`;
}

function readInet(protocol: SocketFile, line: string, isBigEndian: boolean): Socket | undefined {
  const fields = line.trim().split(/\s+/);
  const field = (index: number): string => fields[index] ?? '';
  if (!/^\d+:$/.test(field(0)) || field(9) === '') return undefined;
  const states = protocol.startsWith('tcp') ? TCP_STATES : UDP_STATES;
  const hasPeer = !field(2).endsWith(':0000');
  return {
    protocol,
    state: states[field(3)] ?? field(3),
    local: readAddress(field(1), isBigEndian),
    remote: hasPeer ? readAddress(field(2), isBigEndian) : '',
    queues: readQueues(field(4)),
    uid: field(7),
    inode: field(9),
  };
}

function readQueues(text: string): Socket['queues'] {
  const [send = 0, receive = 0] = text.split(':').map((hex) => Number.parseInt(hex, 16));
  return { send, receive };
}

function readUnix(line: string): Socket | undefined {
  const [, flags, state, inode, path = ''] =
    /^[0-9a-fA-F]+: \S+ \S+ (\S+) \S+ (\S+)\s+(\d+)(?: (.*))?$/.exec(line) ?? [];
  if (flags === undefined || state === undefined || inode === undefined) return undefined;
  const isListening = (Number.parseInt(flags, 16) & ACCEPTS_CONNECTIONS) !== 0;
  const word = isListening ? 'LISTEN' : (UNIX_STATES[state] ?? state);
  return { protocol: 'unix', state: word, local: path, remote: '', queues: undefined, uid: '', inode };
}

/** Reads a file of /proc/net; a line that was cut off, or is of another form, is left out. */
export function readSockets(protocol: SocketFile, text: string, isBigEndian: boolean): readonly Socket[] {
  const lines = text.split('\n').slice(1);
  const read = (line: string): Socket | undefined =>
    protocol === 'unix' ? readUnix(line) : readInet(protocol, line, isBigEndian);
  return lines.flatMap((line) => read(line) ?? []);
}

/** How many sockets are in each state, with most first: `tcp ESTABLISHED 12`. */
export function countStates(sockets: readonly Socket[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { protocol, state } of sockets) {
    const name = `${protocol} ${state}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
