import type { Io } from '../../io.ts';
import { chooseConnection } from '../settings/choose-connection.ts';
import type { Cluster } from '../cluster.ts';
import type { ConnectionOptions } from '../settings/connection-options.ts';
import { readKubeconfig } from '../settings/kubeconfig-files.ts';
import { makeWire } from './make-wire.ts';
import { openStream } from '../requests/open-stream.ts';
import { requestCompact, requestJson } from '../requests/request-json.ts';
import { loadWebSockets } from '../requests/handshake.ts';
import { findServiceAccount } from '../settings/service-account.ts';
import { upgrade } from '../requests/upgrade.ts';
import { upgradeSpdy } from '../requests/upgrade-spdy.ts';
import type { Wire } from '../requests/wire.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import { makeUserAgent } from './user-agent.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Sets up the connection that flags and kubeconfig choose. Sends nothing and runs no plugin: the first request
 * does. Throws `CliError` of kind `kubeconfig`, `credentials` or `usage`.
 */
export async function connect(
  io: Io,
  options: ConnectionOptions,
  hooks: ConnectionHooks = {},
): Promise<Cluster> {
  const [kubeconfig, serviceAccount] = await Promise.all([
    readKubeconfig(io, options.kubeconfig),
    findServiceAccount(io.env),
  ]);
  const { workingDirectory } = io;
  const settings = chooseConnection({ kubeconfig, serviceAccount, options, workingDirectory });
  const timeoutMs = options.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const agent = makeUserAgent();
  const wire = makeWire(io, settings, { hooks, userAgent: agent.text, timeoutMs });
  return {
    server: wire.server,
    namespace: settings.namespace,
    namespaceIsExplicit: settings.namespaceIsExplicit,
    requestJson: (request) => requestJson(wire, request),
    requestCompact: (request, compact) => requestCompact(wire, request, compact),
    openStream: (request) => openStream(wire, request),
    upgrade: (request) => upgrade(wire, request),
    upgradeSpdy: (request) => upgradeSpdy(wire, request),
    prepare: (connections) => void prepare(wire, connections).catch(() => undefined),
    giveReason: agent.giveReason,
    close: () => {
      wire.credentials.close();
      wire.transport.close();
    },
  };
}

/** A failure needs no report: the next request fails the same way. */
async function prepare({ credentials, transport }: Wire, connections: number): Promise<void> {
  const { keyPair } = await credentials.current();
  await transport.prepare(connections, keyPair);
  await loadWebSockets();
}
