import type { Cluster } from '../../cluster/cluster.ts';
import { requireServerVersion } from '../../cluster/api/server-version.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../../errors/exit-codes.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { isLabelName } from '../../pod/object-names.ts';
import { KUBECTL_VERSION } from '../../version.ts';
import { connectFromFlags } from './connection.ts';
import { withInterrupts } from './interrupts.ts';

type Body = (cluster: Cluster, signal: AbortSignal) => Promise<number>;

/** As `withAnyNamespace`. Throws `usage`, too, for a namespace that no server can have, before anything is asked. */
export function withCluster(io: Io, flags: FlagValues, body: Body): Promise<number> {
  return withAnyNamespace(io, flags, (cluster, signal) => {
    requireNamespaceName(cluster);
    return body(cluster, signal);
  });
}

/**
 * Runs the body of a command with a connection, which is closed on every way out. Returns its exit code, or that of
 * the signal that ended it. Throws as the body, and `server-version` before or `server-warning` after it, where flags
 * ask for that. The namespace may be one that cannot be: `kubectl get` asks for its pods, and finds none.
 */
export function withAnyNamespace(io: Io, flags: FlagValues, body: Body): Promise<number> {
  return withInterrupts(io, async (signal) => {
    const { cluster, serverWarnings } = await connectFromFlags(io, flags);
    try {
      if (flags.boolean('match-server-version')) await requireServerVersion(cluster, KUBECTL_VERSION, signal);
      const exitCode = await body(cluster, signal);
      if (exitCode === EXIT.ok && flags.boolean('warnings-as-errors')) refuseWarnings(serverWarnings.length);
      return exitCode;
    } catch (error) {
      if (isInterrupted(error)) return exitCodeOfInterrupt(error.signalName);
      throw error;
    } finally {
      cluster.close();
    }
  });
}

function requireNamespaceName({ namespace, namespaceIsExplicit }: Cluster): void {
  if (isLabelName(namespace)) return;
  const where = namespaceIsExplicit ? '' : ', of the context,';
  throw new CliError('usage', `"${namespace}"${where} cannot be the name of a namespace`, {
    hint: 'name one with -n; kubectl get namespaces lists those that exist',
  });
}

/** What failed anyway keeps its own exit code; kubectl, too, counts at the end of what went well. */
function refuseWarnings(count: number): void {
  if (count === 0) return;
  throw new CliError('server-warning', `${count} ${count === 1 ? 'warning' : 'warnings'} received`, {
    hint: 'leave --warnings-as-errors out to pass over them',
  });
}
