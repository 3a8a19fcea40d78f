import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answers by name, in lower case and without the last dot. A name with no addresses has other records only. */
export type Zone = ReadonlyMap<string, { readonly a?: readonly string[]; readonly aaaa?: readonly string[] }>;

const TYPES = { 1: 'a', 28: 'aaaa' } as const;
const NXDOMAIN = 3;

/** The name of the question, and where its type begins. */
function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function bytesOf(address: string): Buffer {
  if (address.includes('.')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const words = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const zeros = Array<string>(8 - words(head).length - words(tail).length).fill('0');
  const all = [...words(head), ...zeros, ...words(tail)];
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex');
}

/** The answer to a question of one name (RFC 1035, 4.1). */
function answer(message: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(message);
  const type = message.readUInt16BE(end);
  const found = zone.get(name);
  const addresses = found?.[TYPES[type as keyof typeof TYPES]] ?? [];
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(0x8580 | (found === undefined ? NXDOMAIN : 0), 2); // an answer, of who knows
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, 12);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(5, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, message.subarray(12, end + 4), ...records]);
}

/** Starts a DNS server on UDP port 53 of an address of this machine. Returns what ends it; rejects if the address is not ours. */
export async function startDnsServer(address: string, zone: Zone): Promise<() => Promise<void>> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', (message, { port, address: from }) => socket.send(answer(message, zone), port, from));
  socket.bind(53, address);
  await once(socket, 'listening');
  return async () => {
    socket.close();
    await once(socket, 'close');
  };
}
