import { requireServerVersion } from '../../../cluster/api/server-version.ts';
import type { ApiRequest, Cluster } from '../../../cluster/cluster.ts';
import { isCliError, type CliError } from '../../../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../../../errors/exit-codes.ts';
import { isInterrupted } from '../../../errors/interrupted.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { KUBECTL_VERSION } from '../../../version.ts';
import { connectFromFlags, type Connection } from '../connection.ts';
import { withInterrupts } from '../interrupts.ts';
import { refuseWarnings } from '../with-cluster.ts';
import { flagsInContext, ioInContext, makeTurns } from './in-context.ts';

/** A context with a connection. Its cluster may still not answer. */
export interface OpenContext {
  readonly kind: 'open';
  readonly name: string;
  /** Its hints name the context. */
  readonly io: Io;
  readonly cluster: Cluster;
}

/** A context that cannot be used: its entry is wrong, or it has no credentials. */
export interface FailedContext {
  readonly kind: 'failed';
  readonly name: string;
  readonly io: Io;
  readonly error: CliError;
}

export type UsedContext = OpenContext | FailedContext;

/** Which contexts a call uses. */
export interface ContextsCall {
  readonly flags: FlagValues;
  readonly names: readonly string[];
}

/** `idle` resolves when no credential plugin asks on the terminal any more. */
type Body = (
  contexts: readonly UsedContext[],
  signal: AbortSignal,
  idle: () => Promise<void>,
) => Promise<number>;

interface Opened {
  readonly context: UsedContext;
  readonly serverWarnings: Connection['serverWarnings'];
}

/**
 * Runs the body of a command with a connection for each context, as `withAnyNamespace` does with one, and closes all of
 * them. What is wrong with one context is handed to the body. Returns the exit code of the body, or that of the signal that
 * ended it.
 */
export function withContexts(io: Io, { flags, names }: ContextsCall, body: Body): Promise<number> {
  return withInterrupts(io, async (signal) => {
    const { inTurn, idle } = makeTurns();
    const opened = await Promise.all(
      names.map((name) => openContext(ioInContext(io, name, inTurn), { name, flags }, signal)),
    );
    try {
      const exitCode = await body(
        opened.map(({ context }) => context),
        signal,
        idle,
      );
      const warnings = opened.reduce((sum, { serverWarnings }) => sum + serverWarnings.length, 0);
      if (exitCode === EXIT.ok && flags.boolean('warnings-as-errors')) refuseWarnings(warnings);
      return exitCode;
    } catch (error) {
      if (isInterrupted(error)) return exitCodeOfInterrupt(error.signalName);
      throw error;
    } finally {
      for (const { context } of opened) if (context.kind === 'open') context.cluster.close();
    }
  });
}

async function openContext(
  io: Io,
  { name, flags }: { readonly name: string; readonly flags: FlagValues },
  signal: AbortSignal,
): Promise<Opened> {
  let connection: Connection | undefined;
  try {
    connection = await connectFromFlags(io, flagsInContext(flags, name), name);
    const { cluster, serverWarnings } = connection;
    if (flags.boolean('match-server-version')) await requireServerVersion(cluster, KUBECTL_VERSION, signal);
    return { context: { kind: 'open', name, io, cluster }, serverWarnings };
  } catch (error) {
    connection?.cluster.close();
    signal.throwIfAborted();
    if (!isCliError(error)) throw error;
    return { context: { kind: 'failed', name, io, error }, serverWarnings: [] };
  }
}

/** How long a cluster may take for each answer, in milliseconds, so that one that is away does not hold up the others. */
const ANSWER_WITHIN_MS = 10_000;

/** The cluster, which has to answer each request within ten seconds, unless the user gave another time. */
export function answeringSoon(cluster: Cluster, flags: FlagValues): Cluster {
  if ((flags.string('request-timeout') ?? '') !== '') return cluster;
  const soon = (request: ApiRequest): ApiRequest => ({ timeoutMs: ANSWER_WITHIN_MS, ...request });
  return {
    ...cluster,
    requestJson: (request) => cluster.requestJson(soon(request)),
    requestCompact: (request, compact) => cluster.requestCompact(soon(request), compact),
  };
}
