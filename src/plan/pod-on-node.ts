import { annotateReason } from '../pod/containers/reason.ts';
import type { Pod, PodRef, PodSpec } from '../pod/types.ts';
import type { DebugRequest } from './request/debug-request.ts';
import { withPullSecrets } from './request/pull-secrets.ts';

/** The node to debug, and the namespace of the debug pod. */
export interface NodeTarget {
  readonly node: string;
  readonly namespace: string;
}

/** A pod to create on a node, to debug that node. */
export interface NodePodPlan {
  readonly kind: 'node';
  readonly pod: Pod;
  readonly containerName: string;
  /** Set if the node runs Windows. */
  readonly os?: 'windows';
  /** kubectl's note, in its words. Not shown with `-q`, nor where one line says what was chosen. */
  readonly kubectlNotes: readonly string[];
  /** Ours. Not shown with `-q`. */
  readonly notes: readonly string[];
  /** Shown even with `-q`. */
  readonly warnings: readonly string[];
}

/** A pod for a node: it tolerates all taints, and is never restarted. */
export function nodePod(
  { namespace, name }: PodRef,
  request: DebugRequest,
  { containers, nodeName, ...spec }: PodSpec,
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: annotateReason(
      { name, namespace, labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
      request.reason,
    ),
    spec: {
      containers,
      ...(nodeName !== undefined && { nodeName }),
      ...withPullSecrets(undefined, request),
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...spec,
    },
  };
}
