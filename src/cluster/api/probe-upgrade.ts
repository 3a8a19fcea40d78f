import { isCliError } from '../../errors/cli-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { isApiError } from '../refusals/api-error.ts';
import type { Cluster, UpgradedSocket } from '../cluster.ts';
import { openAttach } from './remote-command.ts';

/** Whether a WebSocket to the API server can be opened. `why` ends a sentence. */
export type UpgradeProbe =
  | { readonly kind: 'passes'; readonly protocol: string }
  | { readonly kind: 'blocked'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Probes with an attach that asks for no stream. The API server opens the WebSocket before it refuses the request,
 * so nothing is attached. Servers before 1.30 leave the upgrade to the node, which refuses first. Servers from 1.36
 * on refuse first as well; there the probe asks for stderr and closes it at once. Throws the signal's reason and
 * `unreachable`.
 *
 * @param ref a running container
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
    // The answer of a server that did not get the Upgrade header.
    if (/upgrade request required/i.test(error.message))
      return { kind: 'blocked', why: 'a proxy on the way drops the Upgrade header' };
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
  socket.on('error', () => undefined); // the probe is done
  socket.terminate();
  return protocol;
}
