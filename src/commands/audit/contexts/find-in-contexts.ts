import { CliError, isCliError } from '../../../errors/cli-error.ts';
import { commandText } from '../../../errors/shell-word.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import { readListedTargets } from '../../../target/manifests/read-listed-targets.ts';
import { answeringSoon, type UsedContext } from '../../shared/contexts/with-contexts.ts';
import { requireNamespaceName } from '../../shared/with-cluster.ts';
import { findAuditPods, type AuditPods } from '../audit-pods.ts';
import type { AuditSelection } from '../audit-request.ts';
import type { ContextPods } from './contexts-call.ts';

type FoundPods = Extract<ContextPods, { kind: 'found' }>;

/** What to find in each context. */
interface Wanted {
  readonly flags: FlagValues;
  readonly from: AuditSelection;
  readonly runId: string;
}

const EXAMPLE = 'kubectl get pods -o name | kubectl-debug audit - -- COMMAND';

/** The same selection with the names that stdin lists, which can be read only once. */
export async function withListedTargets(
  io: Io,
  from: AuditSelection,
  signal: AbortSignal,
): Promise<AuditSelection> {
  if (!from.readsStdin) return from;
  const listed = await readListedTargets(io, EXAMPLE, signal);
  return { ...from, targets: [...from.targets, ...listed], readsStdin: false };
}

/**
 * Finds the pods of an audit in each context. A target that only some of the clusters have is a row of the others. What is
 * wrong with one context does not affect the others.
 */
export async function findInContexts(
  contexts: readonly UsedContext[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<readonly ContextPods[]> {
  return Promise.all(contexts.map((context) => findInContext(context, wanted, signal)));
}

async function findInContext(
  context: UsedContext,
  { flags, from, runId }: Wanted,
  signal: AbortSignal,
): Promise<ContextPods> {
  if (context.kind === 'failed') return { kind: 'failed', context, error: context.error };
  const { io, cluster } = context;
  try {
    requireNamespaceName(cluster);
    const listed = answeringSoon(cluster, flags);
    const pods = await findAuditPods({ io, cluster: listed }, { from, runId, mayMiss: true }, signal);
    return { kind: 'found', context, pods };
  } catch (error) {
    signal.throwIfAborted();
    if (!isCliError(error)) throw error;
    return { kind: 'failed', context, error };
  }
}

/** Throws `not-found` if no cluster has any of the targets: then they are mistyped. */
export function requireSome(found: readonly ContextPods[]): void {
  const all = found.filter((each) => each.kind === 'found');
  const hasSome = ({ pods }: FoundPods): boolean => pods.items.length + pods.inOtherShards > 0;
  if (all.length < found.length || all.some(hasSome)) return;
  const missing = all.flatMap(({ context, pods }) =>
    pods.skipped.map(({ reason }) => ({ io: context.io, reason })),
  );
  if (missing.some(({ reason }) => reason?.kind !== 'not-found')) return;
  const [first] = missing;
  if (first?.reason === undefined) throw noPods(all);
  const { message, hint } = first.reason;
  const others = found.length === 1 ? '' : '; the other contexts do not have it either';
  throw new CliError('not-found', `${message}${others}`, {
    ...(hint !== '' && { hint: asCalled(hint, first.io) }),
  });
}

function noPods(all: readonly FoundPods[]): CliError {
  const finished = all.reduce((sum, { pods }) => sum + pods.finished, 0);
  const others = finished === 0 ? '' : `: ${finished} have finished or are being deleted`;
  const names = all.map(({ context }) => context.name).join(',');
  return new CliError('not-found', `there is no pod to audit in any of the contexts${others}`, {
    hint: commandText`to see which pods there are: kubectl-debug pods -A --contexts=${names}`,
  });
}

/** All pods as those of one audit, for the preview. Pods of different contexts count as different, whatever their names. */
export function mergePods(found: readonly FoundPods[]): AuditPods | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const items = found.flatMap(({ context: { name, cluster }, pods }) =>
    pods.items.map((item) => ({
      ...item,
      uid: `${name}/${item.uid}`,
      // Two contexts of one cluster have the same nodes.
      node: `${cluster.server}/${item.node}`,
      pod: { ...item.pod, namespace: `${name}/${item.pod.namespace}` },
    })),
  );
  const sum = (of: (pods: AuditPods) => number): number => found.reduce((all, { pods }) => all + of(pods), 0);
  return {
    ...first.pods,
    items,
    skipped: found.flatMap(({ pods }) => pods.skipped),
    finished: sum((pods) => pods.finished),
    inOtherShards: sum((pods) => pods.inOtherShards),
    crowded: sum((pods) => pods.crowded),
  };
}
