import { isCliError } from '../../errors/cli-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { isApiError } from '../refusals/api-error.ts';
import type { Cluster, UpgradedSocket } from '../cluster.ts';
import { openAttach } from './remote-command.ts';

/** Whether WebSockets come through to the API server; `why` is a sentence's end. */
export type UpgradeProbe =
  | { readonly kind: 'passes'; readonly protocol: string }
  | { readonly kind: 'blocked'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Opens an attach that asks for no stream at all. The API server switches protocols and only then refuses it, so that
 * nothing is attached and nothing runs, but a WebSocket was there. Servers before 1.30 leave the switch to the node,
 * which refuses first; those from 1.36 on refuse it before, and are asked for stderr, which is left at once. Throws the signal's reason and `unreachable`.
 *
 * @param ref a container that runs
 */
export async function probeUpgrade(
  cluster: Cluster,
  ref: ContainerRef,
  signal: AbortSignal,
): Promise<UpgradeProbe> {
  try {
    return { kind: 'passes', protocol: await openAndLeave(cluster, ref, signal) };
  } catch (error) {
    if (isCliError(error) && error.kind === 'upgrade-refused') return { kind: 'blocked', why: error.message };
    if (!isApiError(error)) throw error;
    if (error.code === 403)
      return { kind: 'unknown', why: 'that needs the rights to get and create pods/attach' };
    // What a server says that was asked without the header that a proxy has dropped.
    if (/upgrade request required/i.test(error.message))
      return { kind: 'blocked', why: 'something on the way drops the headers that ask for a WebSocket' };
    return { kind: 'unknown', why: error.message };
  }
}

async function openAndLeave(cluster: Cluster, ref: ContainerRef, signal: AbortSignal): Promise<string> {
  const open = (stderr: boolean): Promise<UpgradedSocket> =>
    openAttach(cluster, { ref, stdin: false, stdout: false, stderr, tty: false }, signal);
  const { socket, protocol } = await open(false).catch((error: unknown) => {
    if (isApiError(error) && error.code !== 400) throw error;
    return open(true);
  });
  socket.on('error', () => undefined); // it is of no more use
  socket.terminate();
  return protocol;
}
