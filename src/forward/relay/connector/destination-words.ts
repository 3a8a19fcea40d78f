import { CliError } from '../../../errors/cli-error.ts';
import { printable } from '../../../output/printable.ts';
import type { PodRef } from '../../../pod/types.ts';
import type { Destination } from '../../way.ts';

/** What the name or address of a host may hold; it becomes a word of a command in the pod. */
const HOST = /^[A-Za-z0-9_:][A-Za-z0-9_:.-]{0,254}$/;

/** The line for the script of a connection. Throws `usage` for a host that is no name and no address. */
export function destinationLine(destination: Destination): string {
  const { port } = destination;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CliError('usage', `invalid port: ${port}`, { hint: 'a port is a number from 1 to 65535' });
  if (destination.kind === 'pod') return `- ${port}\n`;
  if (!HOST.test(destination.host))
    throw new CliError('usage', `invalid host: ${printable(destination.host).slice(0, 300)}`, {
      hint: 'a host is a name of letters, digits, ".", "-" and "_", or an IP address',
    });
  return `${destination.host} ${port}\n`;
}

/** Names a connection in messages: `db:5432 from pod shop/web-1`. */
export function describeDestination(destination: Destination, { namespace, name }: PodRef): string {
  const pod = `pod ${namespace}/${name}`;
  if (destination.kind === 'pod') return `port ${destination.port} of ${pod}`;
  const host = printable(destination.host);
  return `${host.includes(':') ? `[${host}]` : host}:${destination.port} from ${pod}`;
}
