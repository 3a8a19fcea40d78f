import type { Duplex } from 'node:stream';
import { CliError } from '../errors/cli-error.ts';

/** Why a connection could not be opened, or was broken off by the other side. */
export type ConnectReason =
  'refused' | 'unreachable' | 'unknown-host' | 'timeout' | 'denied' | 'reset' | 'other';

/** The error of one connection that a program in the pod could not open or keep. */
export class ConnectError extends CliError {
  readonly reason: ConnectReason;

  constructor(reason: ConnectReason, message: string, hint?: string) {
    super('connect-failed', message, hint === undefined ? {} : { hint });
    this.reason = reason;
  }
}

/**
 * Whether the connection is still being opened, and will tell of it by the event `connect`, as a socket of Node.js does. False
 * as well if it never tells.
 */
export function isConnecting(connection: Duplex): boolean {
  return 'connecting' in connection && connection.connecting === true;
}
