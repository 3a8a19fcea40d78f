import { STEP_RIGHTS } from '../../cluster/refusals/purposes.ts';
import { refuseMissing } from '../../cluster/refusals/refuse-missing.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Connected } from '../connected.ts';

/**
 * Throws `forbidden` if the user is known to lack the right to exec, before a debug container is added that would then be of
 * no use: it can never be removed from its pod. Names the right to add it as well if that is missing.
 */
export async function requireExec({ cluster, rights }: Connected, pod: Pod): Promise<void> {
  if (rights === undefined) return;
  const { namespace, name } = podRef(pod);
  const place = { namespace, pod: name };
  const missing = await rights.missing(STEP_RIGHTS.exec, place);
  if (missing.length === 0) return;
  throw refuseMissing({
    action: `run commands in a debug container of pod ${namespace}/${name}`,
    missing: [...missing, ...(await rights.missing(STEP_RIGHTS.addContainer, place))],
    namespace,
    purposes: ['exec'],
    jobs: cluster.jobs,
  });
}
