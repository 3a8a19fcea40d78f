import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { CliError } from '../../errors/cli-error.ts';

/** The IP addresses that one word means; at least one of them must be there. */
export interface ListenAddress {
  /** As it was typed. */
  readonly text: string;
  readonly ips: readonly string[];
}

/** Words for both families; a machine may lack one of them. */
const BOTH_FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['localhost', ['127.0.0.1', '::1']],
  ['*', ['0.0.0.0', '::']],
]);

/** Reads an address of `--address`: an IP address, localhost, `*` or a name. Throws `usage` for a name without addresses. */
export async function readListenAddress(text: string): Promise<ListenAddress> {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const both = BOTH_FAMILIES.get(bare);
  if (both !== undefined) return { text, ips: both };
  if (isIP(bare) !== 0) return { text, ips: [bare] };
  try {
    const found = await lookup(bare, { all: true });
    return { text, ips: [...new Set(found.map(({ address }) => address))] };
  } catch (error) {
    throw new CliError('usage', `cannot listen on "${text}": this name has no address`, {
      hint: 'use localhost, an IP address of this machine, or 0.0.0.0 for all of them',
      cause: error,
    });
  }
}

/** Whether one address takes the connections of the other too. */
function covers(wide: string, ip: string): boolean {
  return wide !== ip && ((wide === '0.0.0.0' && isIP(ip) === 4) || (wide === '::' && isIP(ip) === 6));
}

/** The addresses without those that another one covers, as one port cannot be opened twice. */
export function withoutCovered(addresses: readonly ListenAddress[]): readonly ListenAddress[] {
  const all = addresses.flatMap(({ ips }) => ips);
  const seen = new Set<string>();
  const isNew = (ip: string): boolean => {
    if (seen.has(ip) || all.some((wide) => covers(wide, ip))) return false;
    seen.add(ip);
    return true;
  };
  return addresses
    .map(({ text, ips }) => ({ text, ips: ips.filter(isNew) }))
    .filter(({ ips }) => ips.length > 0);
}

/** An address or name and a port as kubectl writes them: `127.0.0.1:8080`, `[::1]:8080`, `db:5432`. */
export function endpointText(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}
