import type { PodRef } from '../../pod/types.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import type { Shape } from '../objects/normalize-object.ts';

/** What the containers of a pod use, as the metrics server last measured it. */
export interface PodMetrics {
  readonly containers?: readonly { readonly usage?: Readonly<Record<string, string>> }[];
}

const POD_METRICS: Shape = { fields: { containers: { list: { fields: { usage: { map: 'quantity' } } } } } };

/** Nothing but a number in a sentence waits for the answer, and many clusters have no metrics server. */
const ANSWER_WITHIN_MS = 1000;

/** Reads the metrics of a pod (https://github.com/kubernetes/metrics). Throws `ApiError` or `CliError`. */
export function getPodMetrics(
  cluster: Cluster,
  { namespace, name }: PodRef,
  signal: AbortSignal,
): Promise<PodMetrics> {
  const path = apiPath('apis', 'metrics.k8s.io', 'v1beta1', 'namespaces', namespace, 'pods', name);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return cluster.requestJson({ method: 'GET', path, shape: POD_METRICS, isBackground: true, signal: inTime });
}
