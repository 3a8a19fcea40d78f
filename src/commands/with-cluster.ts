import type { Cluster } from '../cluster/cluster.ts';
import { exitCodeOfInterrupt } from '../errors/exit-codes.ts';
import { isInterrupted } from '../errors/interrupted.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { connectFromFlags } from './connection.ts';
import { withInterrupts } from './interrupts.ts';

/**
 * Runs the body of a command with a connection, which is closed on every way out. Returns its exit code, or that of
 * the signal that ended it.
 */
export function withCluster(
  io: Io,
  flags: FlagValues,
  body: (cluster: Cluster, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  return withInterrupts(io, async (signal) => {
    const cluster = await connectFromFlags(io, flags);
    try {
      return await body(cluster, signal);
    } catch (error) {
      if (isInterrupted(error)) return exitCodeOfInterrupt(error.signalName);
      throw error;
    } finally {
      cluster.close();
    }
  });
}
