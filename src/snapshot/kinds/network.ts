import { openTable } from '../../output/table/table.ts';
import { countStates, readSockets, SOCKET_FILES, type Socket } from '../proc/sockets.ts';
import {
  fileOf,
  partText,
  readSection,
  type InsideContext,
  type NamedPiece,
  type ReadSection,
} from './inside-context.ts';
import { listOpenFiles, listProcesses } from './processes.ts';

/** The one platform of Kubernetes whose numbers begin with the highest byte. */
const BIG_ENDIAN = /\bs390x\b/;
const HEADER = ['PROTOCOL', 'STATE', 'LOCAL', 'REMOTE', 'SEND-Q', 'RECV-Q', 'UID', 'PROCESS'];

/** Which process has each socket open, by the inode. */
function ownersOf(context: InsideContext): ReadonlyMap<string, string> {
  const names = new Map(listProcesses(context).map(({ pid, name }) => [pid, name]));
  const owners = new Map<string, string>();
  for (const { pid, sockets } of listOpenFiles(context)) {
    const name = names.get(pid);
    if (name !== undefined) for (const inode of sockets) owners.set(inode, `${pid} (${name})`);
  }
  return owners;
}

/** Listeners first, then what is connected; Unix sockets last, as there are many and they say little. */
function rankOf({ protocol, state }: Socket): number {
  const isUnix = protocol === 'unix' ? 2 : 0;
  return isUnix + (state === 'LISTEN' || state === 'UNCONNECTED' ? 0 : 1);
}

function rowOf(socket: Socket, owners: ReadonlyMap<string, string>): readonly string[] {
  const { protocol, state, local, remote, queues, uid, inode } = socket;
  const owner = owners.get(inode) ?? '';
  return [protocol, state, local, remote, `${queues?.send ?? ''}`, `${queues?.receive ?? ''}`, uid, owner];
}

function listSockets(context: InsideContext, net: ReadSection): readonly Socket[] {
  const who = readSection(context, 'who');
  const isBigEndian = BIG_ENDIAN.test(who === undefined ? '' : partText(who, 'uname'));
  const sockets = SOCKET_FILES.flatMap((file) => readSockets(file, partText(net, file), isBigEndian));
  return sockets.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const RAW = ['sockstat', 'sockstat6', 'dev', 'route', 'netstat', 'snmp'] as const;

/** The sockets of the pod, which all of its containers share, and the counters of its network. */
export function readNetwork(context: InsideContext): readonly NamedPiece[] {
  const net = readSection(context, 'net');
  const path = 'sockets.txt';
  const name = 'sockets';
  if (net === undefined)
    return [{ name, piece: { kind: 'missing', path, why: context.whyMissing }, durationMs: 0 }];
  const sockets = listSockets(context, net);
  const owners = ownersOf(context);
  const rows = sockets.map((socket) => rowOf(socket, owners));
  const counts = countStates(sockets).map(([state, count]) => `${count} ${state}`);
  const text = `${counts.join(', ') || 'no sockets'}\n\n${openTable(HEADER).rows(rows)}`;
  const raw = RAW.map((file) => `==> ${file} <==\n${partText(net, file)}`).join('\n');
  const { durationMs } = net.section;
  return [
    {
      name,
      durationMs,
      piece: fileOf('net', net, { path, text, view: { kind: 'table', header: HEADER, rows } }),
    },
    { name, durationMs, piece: fileOf('net', net, { path: 'network.txt', text: raw }) },
  ];
}

/** Whether the names that the pod needs can be looked up, and how long that takes. */
export function readDns(context: InsideContext): readonly NamedPiece[] {
  const dns = readSection(context, 'dns');
  const path = 'dns.txt';
  if (dns === undefined)
    return [{ name: 'dns', piece: { kind: 'missing', path, why: context.whyMissing }, durationMs: 0 }];
  let startedAt = 0;
  const texts = dns.parts.map(({ name, text }) => {
    const [word = '', uptime = ''] = name.split(' ');
    const took = word === 'took' ? `took ${(Number(uptime) - startedAt).toFixed(2)} s\n` : undefined;
    startedAt = Number(uptime);
    return took ?? `==> ${word} <==\n${text.trimEnd()}\n`;
  });
  const piece = fileOf('dns', dns, { path, text: texts.join('\n') });
  return [{ name: 'dns', piece, durationMs: dns.section.durationMs }];
}

/** The load, memory and pressure of the node, as /proc shows them in any container. */
export function readLoad(context: InsideContext): readonly NamedPiece[] {
  const load = readSection(context, 'load');
  const path = 'node-load.txt';
  if (load === undefined)
    return [{ name: 'load', piece: { kind: 'missing', path, why: context.whyMissing }, durationMs: 0 }];
  const text = load.parts.map((part) => `==> ${part.name} <==\n${part.text.trimEnd()}\n`).join('\n');
  return [{ name: 'load', piece: fileOf('load', load, { path, text }), durationMs: load.section.durationMs }];
}
