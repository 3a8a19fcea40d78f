import { CliError } from '../errors/cli-error.ts';
import type { Cluster } from './cluster.ts';
import { explainApiError } from './explain.ts';

/**
 * Refuses an API server whose version is not exactly `version` (`v1.37.0`). kubectl compares the commit as well, which
 * says nothing more: a release has one. Throws `server-version`, and as `explainApiError` when the server does not say.
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
    `the API server ${cluster.server} has the version ${gitVersion}, and --match-server-version wants ${version}`,
    { hint: 'leave --match-server-version out' },
  );
}

interface Version {
  readonly gitVersion?: string;
}

async function readVersion(cluster: Cluster, signal: AbortSignal): Promise<Version> {
  try {
    return await cluster.requestJson<Version>({ method: 'GET', path: '/version', signal });
  } catch (error) {
    throw explainApiError(error, { action: `read the version of the API server ${cluster.server}` });
  }
}
