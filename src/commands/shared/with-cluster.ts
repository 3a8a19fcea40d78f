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

/** Like `withAnyNamespace`, but first throws `usage` for a namespace that no server can have. */
export function withCluster(io: Io, flags: FlagValues, body: Body): Promise<number> {
  return withAnyNamespace(io, flags, (cluster, signal) => {
    requireNamespaceName(cluster);
    return body(cluster, signal);
  });
}

/**
 * Runs the body of a command with a connection, and closes the connection on every way out. Returns the exit code of the
 * body, or that of the signal that ended it. Throws the errors of the body, and those of `--match-server-version` and
 * `--warnings-as-errors`. Accepts any text as a namespace, as `kubectl get` does.
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

/** Throws `usage` for a namespace that no server can have. */
export function requireNamespaceName({ namespace, namespaceIsExplicit }: Cluster): void {
  if (isLabelName(namespace)) return;
  const where = namespaceIsExplicit ? '' : ' (from the context)';
  throw new CliError('usage', `"${namespace}"${where} cannot be the name of a namespace`, {
    hint: namespace.includes(',')
      ? 'name one with -n; for pods of several: NAMESPACE/POD'
      : 'name one with -n; to list them: kubectl get namespaces',
  });
}

/** Throws `server-warning` for warnings. Called only after success, like kubectl does: a failure keeps its exit code. */
export function refuseWarnings(count: number): void {
  if (count === 0) return;
  throw new CliError('server-warning', `${count} ${count === 1 ? 'warning' : 'warnings'} received`, {
    hint: 'leave out --warnings-as-errors to ignore them',
  });
}
