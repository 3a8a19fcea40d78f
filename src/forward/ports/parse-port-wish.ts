import { isIP, isIPv6 } from 'node:net';
import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellLine } from '../../errors/shell-word.ts';
import { LARGEST_PORT, type LocalWish, type PortWish, type RemoteWish } from './port-wish.ts';

const FORMS =
  '[LOCAL:]REMOTE such as 8080:80, :80 or 8080:https, or LOCAL:HOST:PORT such as 5432:db:5432, with an IPv6 address in brackets';
/** The form of a service name (RFC 6335), which the names of ports have. */
const PORT_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?$/;
/** As resolvers take them: cluster DNS has names with underscores. A name of digits is a mistyped port. */
const HOST_NAME = /^(?=.*[A-Za-z])[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,252})$/;

function wrong(text: string, why: string, hint: string = `use ${FORMS}`): CliError {
  return new CliError('usage', `cannot forward ${shellLine([text])}: ${why}`, { hint });
}

/** Colons in brackets belong to an IPv6 address. */
function splitAtColons(text: string): readonly string[] {
  return text.split(/:(?![^[\]]{0,60}\])/);
}

/** What a word says, without its protocol. Throws `usage` for all but TCP. */
function withoutProtocol(text: string): string {
  const slash = text.lastIndexOf('/');
  if (slash === -1) return text;
  const protocol = text.slice(slash + 1).toLowerCase();
  const rest = text.slice(0, slash);
  if (protocol === 'tcp') return rest;
  if (protocol === 'udp' || protocol === 'sctp') throw notTcp(shellLine([text]), protocol.toUpperCase());
  throw wrong(text, `there is no protocol "${text.slice(slash + 1)}"`);
}

/** The error for a port of a protocol that no port-forward carries. `what` names the port. */
export function notTcp(what: string, protocol: string): CliError {
  return new CliError(
    'usage',
    `cannot forward ${what}: it is ${protocol}, and Kubernetes forwards TCP only`,
    {
      hint:
        protocol === 'UDP'
          ? 'to send datagrams from inside the pod: kubectl-debug POD -- nslookup NAME SERVER, or nc -u HOST PORT'
          : 'to use it from inside the pod: kubectl-debug POD -- COMMAND',
    },
  );
}

/** Reads the number of a port; undefined for other texts. Throws `usage` for a number that no port has. */
function portNumber(text: string, whole: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const port = Number(text);
  if (port <= LARGEST_PORT) return port;
  throw wrong(whole, `${text} is larger than ${LARGEST_PORT}, the largest port`);
}

function remotePort(text: string, whole: string): number {
  const port = portNumber(text, whole);
  if (port === 0) throw wrong(whole, 'no remote port has the number 0');
  if (port !== undefined) return port;
  throw wrong(whole, `"${text}" is not the number of a port`);
}

function readRemote(text: string, whole: string): RemoteWish {
  if (/^[0-9]+$/.test(text)) return { kind: 'number', port: remotePort(text, whole) };
  if (PORT_NAME.test(text)) return { kind: 'name', name: text };
  throw wrong(
    whole,
    text === '' ? 'it names no remote port' : `"${text}" is neither the number nor the name of a port`,
  );
}

/** Like kubectl, takes 0 for any free port. */
function readLocal(text: string, whole: string): LocalWish {
  const port = text === '' ? 0 : portNumber(text, whole);
  if (port === 0) return { kind: 'random' };
  if (port !== undefined) return { kind: 'fixed', port };
  throw wrong(whole, `"${text}" is not the number of a local port`);
}

function unbracketed(text: string): string {
  return /^\[(.*)\]$/.exec(text)?.[1] ?? text;
}

function readHost(text: string, whole: string): string {
  const host = unbracketed(text);
  const isBracketed = host !== text;
  if (isBracketed ? isIPv6(host) : isIP(host) !== 0 || HOST_NAME.test(host)) return host;
  throw wrong(whole, text === '' ? 'it names no host' : `"${text}" cannot be the name of a host`);
}

/** Whether a word can only be an address to listen on, never a port. */
function isAddress(text: string): boolean {
  return text === 'localhost' || text === '*' || isIP(unbracketed(text)) !== 0;
}

/** Reads two parts: `8080:80`, or `db:5432` with the local port forgotten. */
function readPair(local: string, remote: string, text: string): Pick<PortWish, 'local' | 'remote'> {
  const canBeHost = /^[0-9]+$/.test(remote) && !/^[0-9]*$/.test(local);
  if (canBeHost && (HOST_NAME.test(local) || isAddress(local)))
    throw wrong(
      text,
      `"${local}" is not the number of a local port`,
      `to reach a host from inside the pod: ${commandText`${`${remote}:${text}`}`}, or ${commandText`${`:${text}`}`} for any free local port`,
    );
  return { local: readLocal(local, text), remote: readRemote(remote, text) };
}

/**
 * Reads `[LOCAL:]REMOTE`, as kubectl does, or `LOCAL:HOST:PORT`, as `ssh -L` does; each may have an address to listen on
 * in front. Throws `usage`, also for a protocol other than TCP.
 */
export function parsePortWish(text: string): PortWish {
  const parts = splitAtColons(withoutProtocol(text));
  const [first = ''] = parts;
  if (parts.length > 4) throw wrong(text, 'it has too many colons');
  if (parts.length > 2 && isAddress(first)) {
    return { text, address: unbracketed(first), ...readPorts(parts.slice(1), text) };
  }
  if (parts.length === 4)
    throw wrong(
      text,
      `"${first}" is not an address of this machine`,
      'use ADDRESS:LOCAL:HOST:PORT such as 127.0.0.2:5432:db:5432, or LOCAL:HOST:PORT such as 5432:db:5432',
    );
  return { text, address: undefined, ...readPorts(parts, text) };
}

function readPorts(parts: readonly string[], text: string): Pick<PortWish, 'local' | 'remote'> {
  const [first = '', second, third] = parts;
  if (second === undefined) return { local: { kind: 'as-remote' }, remote: readRemote(first, text) };
  if (third === undefined) return readPair(first, second, text);
  return { local: readLocal(first, text), remote: hostOf(second, third, text) };
}

function hostOf(host: string, port: string, text: string): RemoteWish {
  return { kind: 'host', host: readHost(host, text), port: remotePort(port, text) };
}

/** Where `--socks` listens. */
export interface SocksWish {
  /** undefined for those of `--address`. */
  readonly address: string | undefined;
  readonly local: LocalWish;
}

/** Reads `PORT` or `ADDRESS:PORT` of `--socks`. Throws `usage`. */
export function parseSocksWish(text: string): SocksWish {
  const parts = splitAtColons(text);
  const [first = '', second = ''] = parts;
  const port = parts.length === 2 ? second : first;
  const isWhole = parts.length === 1 || (parts.length === 2 && isAddress(first));
  if (!isWhole || !/^[0-9]+$/.test(port))
    throw new CliError('usage', `--socks cannot be "${text}"`, {
      hint: 'use PORT or ADDRESS:PORT, for example --socks=1080, or --socks=0 for any free port',
    });
  const address = parts.length === 2 ? unbracketed(first) : undefined;
  return { address, local: readLocal(port, text) };
}
