import type { Destination } from '../way.ts';

/** What the first bytes of a client ask for. */
export type SocksWords =
  /** They are not complete yet. */
  | { readonly kind: 'more' }
  /** A greeting: to answer, and then to read on behind it. */
  | { readonly kind: 'greeting'; readonly answer: Buffer; readonly length: number }
  | {
      readonly kind: 'connect';
      readonly version: Version;
      readonly destination: Destination;
      readonly length: number;
    }
  /** To answer, and then to close. */
  | { readonly kind: 'refused'; readonly answer: Buffer };

export type Version = 4 | 5;

/** What became of a connection. */
export type Result = 'connected' | 'failed' | 'denied' | 'unreachable' | 'refused' | 'unsupported';

/** The codes of RFC 1928; SOCKS4 knows only granted and rejected. */
const CODES_OF_5: Readonly<Record<Result, number>> = {
  connected: 0,
  failed: 1,
  denied: 2,
  unreachable: 4,
  refused: 5,
  unsupported: 7,
};
const [GRANTED, REJECTED] = [0x5a, 0x5b];
const [CONNECT, IPV4, NAME, IPV6] = [1, 1, 3, 4];
const [NO_PASSWORD, NO_METHOD] = [0, 0xff];

/** A SOCKS4 request may hold the name of the user and that of a host; no greeting and no request of SOCKS5 is longer. */
export const MOST_BYTES = 1024;

const MORE: SocksWords = { kind: 'more' };

/** The answer to a request. Clients do not use the address in it. */
export function socksAnswer(version: Version, result: Result): Buffer {
  if (version === 4) return Buffer.from([0, result === 'connected' ? GRANTED : REJECTED, 0, 0, 0, 0, 0, 0]);
  return answerOf5(CODES_OF_5[result]);
}

function answerOf5(code: number): Buffer {
  return Buffer.from([5, code, 0, IPV4, 0, 0, 0, 0, 0, 0]);
}

/**
 * Reads what a client has sent so far: SOCKS5 without a password (RFC 1928), SOCKS4 and 4a. Only CONNECT is served. An HTTP
 * request gets an answer that says what this port is; other bytes get none.
 */
export function readSocks(bytes: Buffer, isGreeted: boolean): SocksWords {
  const [version] = bytes;
  if (version === undefined) return MORE;
  if (bytes.length > MOST_BYTES) return refused();
  if (version === 5) return isGreeted ? readRequest(bytes) : readGreeting(bytes);
  if (isGreeted) return refused();
  if (version === 4) return readSocks4(bytes);
  return looksLikeHttp(bytes) ? refused(NO_HTTP_PROXY) : refused();
}

function refused(answer: Buffer = Buffer.alloc(0)): SocksWords {
  return { kind: 'refused', answer };
}

function looksLikeHttp(bytes: Buffer): boolean {
  return /^[A-Z]+( |$)/.test(bytes.subarray(0, 16).toString('latin1'));
}

const BODY = 'this port is a SOCKS proxy, not an HTTP proxy: use it as socks5h://HOST:PORT\n';
const NO_HTTP_PROXY = Buffer.from(
  `HTTP/1.1 501 SOCKS proxy, not an HTTP proxy\r\nContent-Type: text/plain\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
);

function readGreeting(bytes: Buffer): SocksWords {
  const count = bytes[1];
  if (count === undefined || bytes.length < 2 + count) return MORE;
  const accepts = bytes.subarray(2, 2 + count).includes(NO_PASSWORD);
  if (!accepts) return refused(Buffer.from([5, NO_METHOD]));
  return { kind: 'greeting', answer: Buffer.from([5, NO_PASSWORD]), length: 2 + count };
}

const ADDRESS_AT = 4;
const CODE_WRONG_ADDRESS = 8;

function readRequest(bytes: Buffer): SocksWords {
  const [, command, , type, first] = bytes;
  if (command === undefined) return MORE;
  if (command !== CONNECT) return refused(socksAnswer(5, 'unsupported'));
  if (type === undefined) return MORE;
  const start = type === NAME ? ADDRESS_AT + 1 : ADDRESS_AT;
  const size = { [IPV4]: 4, [IPV6]: 16, [NAME]: first }[type];
  if (size === undefined) return type === NAME ? MORE : refused(answerOf5(CODE_WRONG_ADDRESS));
  const end = start + size;
  if (bytes.length < end + 2) return MORE;
  const address = bytes.subarray(start, end);
  const host = type === NAME ? address.toString('latin1') : addressText(address);
  const destination = { kind: 'host', host, port: bytes.readUInt16BE(end) } as const;
  return { kind: 'connect', version: 5, destination, length: end + 2 };
}

function addressText(address: Buffer): string {
  if (address.length === 4) return address.join('.');
  return Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index).toString(16)).join(':');
}

/** Version, command, port, address, user, 0; then, for an address 0.0.0.x, the name of the host, 0. */
function readSocks4(bytes: Buffer): SocksWords {
  const userEnd = bytes.indexOf(0, 8);
  if (bytes.length < 9 || userEnd < 0) return MORE;
  if (bytes[1] !== CONNECT) return refused(socksAnswer(4, 'unsupported'));
  const address = bytes.subarray(4, 8);
  const isName = address.readUIntBE(0, 3) === 0 && address[3] !== 0;
  const end = isName ? bytes.indexOf(0, userEnd + 1) : userEnd;
  if (end < 0) return MORE;
  const host = isName ? bytes.subarray(userEnd + 1, end).toString('latin1') : addressText(address);
  const destination = { kind: 'host', host, port: bytes.readUInt16BE(2) } as const;
  return { kind: 'connect', version: 4, destination, length: end + 1 };
}
