import type { Cluster } from '../cluster/cluster.ts';
import { requireServerVersion } from '../cluster/server-version.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../errors/exit-codes.ts';
import { isInterrupted } from '../errors/interrupted.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { KUBECTL_VERSION } from '../version.ts';
import { connectFromFlags } from './connection.ts';
import { withInterrupts } from './interrupts.ts';

/**
 * Runs the body of a command with a connection, which is closed on every way out. Returns its exit code, or that of
 * the signal that ended it. Throws as the body, and `server-version` before or `server-warning` after it, where flags
 * ask for that.
 */
export function withCluster(
  io: Io,
  flags: FlagValues,
  body: (cluster: Cluster, signal: AbortSignal) => Promise<number>,
): Promise<number> {
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

/** What failed anyway keeps its own exit code; kubectl, too, counts at the end of what went well. */
function refuseWarnings(count: number): void {
  if (count === 0) return;
  throw new CliError('server-warning', `${count} ${count === 1 ? 'warning' : 'warnings'} received`, {
    hint: 'leave --warnings-as-errors out to pass over them',
  });
}
