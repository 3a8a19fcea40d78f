import { apiPath } from './api-path.ts';
import type { Cluster } from './cluster.ts';
import { NODE } from './object-shapes.ts';

/** A core/v1 Node, as far as this program reads one. */
export interface Node {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly nodeInfo?: { readonly architecture?: string; readonly operatingSystem?: string };
  };
}

/** Reads one node. Throws `ApiError`. */
export function getNode(cluster: Cluster, name: string, signal?: AbortSignal): Promise<Node> {
  return cluster.requestJson({
    method: 'GET',
    shape: NODE,
    path: apiPath('api', 'v1', 'nodes', name),
    ...(signal && { signal }),
  });
}
