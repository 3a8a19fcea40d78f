import { printable } from '../../output/printable.ts';
import type { PacketCounts } from '../captured.ts';

/** What has come on stderr. */
export interface TcpdumpNews {
  /** What it says of itself, on one line and safe to show; empty if it is only the usual. */
  readonly said: string;
  /** undefined before its end. */
  readonly counts: PacketCounts | undefined;
  /** The interfaces of the pod, if it failed. */
  readonly interfaces: readonly string[];
  /** undefined before the end of the script. */
  readonly exitCode: number | undefined;
}

/** Hears what tcpdump and our script say on stderr. */
export interface TcpdumpEar {
  readonly hear: (bytes: Buffer) => void;
  readonly news: () => TcpdumpNews;
}

/** What tcpdump says whenever it runs. */
const USUAL = /^(?:listening on |verbose output suppressed|data link type |(?:packets? )?dropped privs to )/;
const LISTENS = /^listening on /;
const COUNT = /^(\d+) packets? (captured|received by filter|dropped by kernel|dropped by interface)$/;

/** A failure takes two or three lines; what is later tells more. */
const MOST_LINES = 10;
const LONGEST_LINE = 1000;
/** Names of interfaces have up to 15 characters. */
const MOST_INTERFACES = 50;

/** @param onListening called once, when tcpdump has begun to capture */
export function hearTcpdump(nonce: string, onListening: () => void = () => undefined): TcpdumpEar {
  let held = '';
  let isListening = false;
  let exitCode: number | undefined;
  const lines: string[] = [];
  const interfaces: string[] = [];
  const counted = new Map<string, number>();
  const takeOurs = (word: string | undefined, value: string): void => {
    if (word === 'end') exitCode = Number(value);
    if (word === 'interface' && interfaces.length < MOST_INTERFACES) interfaces.push(printable(value));
  };
  const takeUsual = (line: string): void => {
    if (isListening || !LISTENS.test(line)) return;
    isListening = true;
    onListening();
  };
  const takeOther = (line: string): void => {
    const [, count, of = ''] = COUNT.exec(line) ?? [];
    if (count !== undefined) counted.set(of, Number(count));
    else lines.push(line);
    if (lines.length > MOST_LINES) lines.shift();
  };
  const take = (whole: string): void => {
    const line = whole.trim().replace(/^tcpdump: /, '');
    if (line === '') return;
    const [begin, word, value = ''] = line.split(' ');
    if (begin === nonce) takeOurs(word, value);
    else if (USUAL.test(line)) takeUsual(line);
    else takeOther(line);
  };
  return {
    hear: (bytes) => {
      const parts = (held + bytes.toString()).split('\n');
      held = (parts.pop() ?? '').slice(0, LONGEST_LINE);
      parts.forEach((line) => take(line.slice(0, LONGEST_LINE)));
    },
    news: () => ({ said: printable(lines.join(' ')), counts: countsOf(counted), interfaces, exitCode }),
  };
}

function countsOf(counted: ReadonlyMap<string, number>): PacketCounts | undefined {
  const captured = counted.get('captured');
  if (captured === undefined) return undefined;
  const dropped = (counted.get('dropped by kernel') ?? 0) + (counted.get('dropped by interface') ?? 0);
  return { captured, received: counted.get('received by filter') ?? captured, dropped };
}
