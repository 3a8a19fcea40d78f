import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { endpointText } from './listen-addresses.ts';

interface RefusedAddress {
  readonly ip: string;
  readonly port: number;
  /** The code of the system, such as `EADDRINUSE`. */
  readonly code: string;
  readonly message: string;
}

interface Surroundings {
  /** What would be typed for any free port instead. */
  readonly otherwise: string;
  readonly platform: NodeJS.Platform;
}

interface Meaning {
  readonly why: string;
  readonly hint: string;
  /** Whether the call cannot work on this machine, whatever else runs there. */
  readonly isWrongCall?: true;
}

/** The command that shows which program has a port. */
function whoListens(port: number, platform: NodeJS.Platform): string {
  if (platform === 'linux') return `ss -ltnp 'sport = :${port}'`;
  if (platform === 'win32') return `netstat -ano | findstr :${port}`;
  return `lsof -nP -iTCP:${port} -sTCP:LISTEN`;
}

const MEANINGS: Readonly<Record<string, (refused: RefusedAddress, around: Surroundings) => Meaning>> = {
  EADDRINUSE: ({ port }, { otherwise, platform }) => ({
    why: 'another program listens there',
    hint: `to see which: ${whoListens(port, platform)}; for any free port: ${commandText`${otherwise}`}`,
  }),
  EACCES: (_, { otherwise }) => ({
    why: 'you have no right to; low ports are often kept for root',
    hint: `use a local port from 1024 on, or any free one: ${commandText`${otherwise}`}`,
  }),
  EADDRNOTAVAIL: () => ({
    why: 'this machine has no such address',
    hint: 'use localhost, an IP address of this machine, or 0.0.0.0 for all of them',
    isWrongCall: true,
  }),
};

/** Explains why a local port cannot be opened. */
export function listenError(refused: RefusedAddress, around: Surroundings): CliError {
  const { ip, port, code, message } = refused;
  const what = `cannot listen on ${endpointText(ip, port)}`;
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code]?.(refused, around) : undefined;
  if (meaning === undefined) return new CliError('listen-failed', `${what}: ${message}`, { cause: refused });
  const kind = meaning.isWrongCall ? 'usage' : 'listen-failed';
  return new CliError(kind, `${what}: ${meaning.why}`, { hint: meaning.hint, cause: refused });
}
