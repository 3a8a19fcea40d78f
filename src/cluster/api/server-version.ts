import { CliError } from '../../errors/cli-error.ts';
import type { ApiRequest, Cluster } from '../cluster.ts';
import { explainApiError } from '../refusals/explain-api-error.ts';
import { SERVER_VERSION } from '../objects/object-shapes.ts';

/**
 * Requires an API server of exactly this version (`v1.37.0`). kubectl compares the commit as well; a release has
 * only one. Throws `server-version`, and as `readVersion`.
 */
export async function requireServerVersion(
  cluster: Cluster,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const { gitVersion = 'unknown' } = await readVersion(cluster, signal);
  if (gitVersion === version) return;
  throw new CliError(
    'server-version',
    `the API server ${cluster.server} has the version ${gitVersion}, but --match-server-version requires ${version}`,
    { hint: 'leave --match-server-version out' },
  );
}

/** In 1.29 v5 is present, but off by default. */
const FIRST_MINOR_WITH_V5 = 29;

/**
 * Requires an API server that can signal the end of stdin (v5, KEP-4006), before the command creates anything. A
 * server that does not tell its version passes. Throws `stdin-unsupported`.
 */
export async function requireEndOfStdin(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const version = await readVersion(cluster, signal).catch((): ServerVersion => {
    signal.throwIfAborted();
    return {};
  });
  const { major, minor = '' } = version;
  if (major !== '1' || !(minorOf(version) < FIRST_MINOR_WITH_V5)) return;
  throw new CliError(
    'stdin-unsupported',
    `cannot send a pipe to a debug container: the API server ${cluster.server} (${major}.${minor}) cannot pass on where stdin ends, as Kubernetes 1.30 and newer can`,
    { hint: 'nothing was created; send the input as part of the command, or type it with -it' },
  );
}

/** The answer of `/version`. Some vendors add a plus to the minor version. */
export interface ServerVersion {
  readonly gitVersion?: string;
  readonly major?: string;
  readonly minor?: string;
}

/** The minor version as a number; NaN if the server does not say. */
export function minorOf({ minor = '' }: ServerVersion): number {
  return parseInt(minor, 10);
}

/** Reads the version of the API server. Throws what `explainApiError` returns. */
export async function readVersion(
  cluster: Cluster,
  signal: AbortSignal,
  { isBackground = false }: Pick<ApiRequest, 'isBackground'> = {},
): Promise<ServerVersion> {
  const request = { method: 'GET', path: '/version', shape: SERVER_VERSION } as const;
  try {
    return await cluster.requestJson<ServerVersion>({ ...request, signal, isBackground });
  } catch (error) {
    throw explainApiError(error, { action: `read the version of the API server ${cluster.server}` });
  }
}
