import { getService, type Service } from '../../cluster/api/services.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { PodSource } from '../../forward/follow/pod-source.ts';
import type { Connected } from '../../join/connected.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { findOnePod, type OneTarget } from '../shared/find-one-pod.ts';

/** Where the pods come from, and the service if one was named. */
export interface FoundSource {
  readonly source: PodSource;
  readonly service: Service | undefined;
}

const WORDS = { does: 'forward ports of', one: 'runs', many: 'run' };

/** Finds what the target names. Throws as `findOnePod`, and `not-found` for a service without pods of its own. */
export async function findSource(
  connected: Connected,
  target: OneTarget | undefined,
  signal: AbortSignal,
): Promise<FoundSource> {
  const { cluster } = connected;
  const { namespace } = cluster;
  if (target?.kind === 'workload') {
    const source = { kind: 'workload', namespace, workload: target } as const;
    const service = target.type === 'service' ? await readService(connected, target.name, signal) : undefined;
    return { source, service };
  }
  const search = {
    target,
    suits: (pod: Pod) => !hasFinished(pod),
    words: WORDS,
    listing: '',
  };
  const pod = await findOnePod(connected, search, signal);
  return { source: { kind: 'named', pod: podRef(pod), owner: undefined }, service: undefined };
}

/** undefined if it does not exist: who looks for its pods says so, with names that are near. */
async function readService(
  { cluster }: Connected,
  name: string,
  signal: AbortSignal,
): Promise<Service | undefined> {
  const { namespace } = cluster;
  try {
    const service = await getService(cluster, { namespace, name }, signal);
    refuseWithoutPods(service, name);
    return service;
  } catch (error) {
    if (isApiError(error) && error.code === 404) return undefined;
    throw explainApiError(error, { action: `read service/${name} in namespace "${namespace}"` });
  }
}

function refuseWithoutPods({ spec }: Service, name: string): void {
  if (Object.keys(spec?.selector ?? {}).length > 0) return;
  const port = spec?.ports?.[0]?.port ?? 80;
  const what = spec?.type === 'ExternalName' ? 'is only a name for another host' : 'has no selector';
  throw new CliError('not-found', `service "${name}" ${what}, so it has no pods to forward to`, {
    hint: `to reach it through a pod: ${commandText`kubectl-debug forward POD ${`:${name}:${port}`}`}`,
  });
}
