import type { Cluster } from '../../../cluster/cluster.ts';
import type { DebugPlan } from '../../../plan/debug-plan.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import { resolvePullSecrets, type WantedPullSecrets } from '../../../target/objects/resolve-pull-secrets.ts';

/** A request whose pull secrets were looked for. */
interface Fitted<Request> {
  readonly request: Request;
  /** Adds what is to be said of the secrets to the warnings of a plan. */
  readonly with: <Planned extends { readonly plan: DebugPlan }>(planned: Planned) => Planned;
}

/** Looks for the pull secrets of a request for a new pod. Throws as `resolvePullSecrets`. */
export async function fitPullSecrets<Request extends DebugRequest>(
  cluster: Cluster,
  {
    request,
    namespace,
    account,
  }: Pick<WantedPullSecrets, 'namespace' | 'account'> & { readonly request: Request },
  signal: AbortSignal,
): Promise<Fitted<Request>> {
  const { pullSecrets } = request;
  if (pullSecrets === undefined) return { request, with: (planned) => planned };
  const { names, warnings } = await resolvePullSecrets(
    cluster,
    { namespace, account, ...pullSecrets },
    signal,
  );
  return {
    request: { ...request, pullSecrets: names.length === 0 ? undefined : { ...pullSecrets, names } },
    with: (planned) => ({
      ...planned,
      plan: { ...planned.plan, warnings: [...warnings, ...planned.plan.warnings] },
    }),
  };
}
