import { TIMED_CONDITIONS } from '../objects/object-shapes.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import type { Shape } from '../objects/normalize-object.ts';

/** A condition of a node. */
export interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

/** The fields of a core/v1 Node that this program reads. */
export interface Node {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly nodeInfo?: {
      readonly architecture?: string;
      readonly operatingSystem?: string;
      readonly kernelVersion?: string;
      readonly kubeletVersion?: string;
    };
    /** The largest images, at most 50 unless the kubelet is told otherwise. */
    readonly images?: readonly { readonly names?: readonly string[] }[];
    readonly conditions?: readonly NodeCondition[];
    readonly capacity?: Readonly<Record<string, string>>;
    /** Where the kubelet listens. The API has this field with a capital letter. */
    readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } };
  };
}

const NODE: Shape = {
  fields: {
    metadata: { fields: { name: 'text', labels: { map: 'text' } } },
    status: {
      fields: {
        nodeInfo: {
          fields: {
            architecture: 'text',
            operatingSystem: 'text',
            kernelVersion: 'text',
            kubeletVersion: 'text',
          },
        },
        images: { list: { fields: { names: { list: 'text' } } } },
        conditions: TIMED_CONDITIONS,
        capacity: { map: 'quantity' },
        daemonEndpoints: { fields: { kubeletEndpoint: { fields: { Port: 'number' } } } },
      },
    },
  },
  needs: ['metadata'],
};

/** Reads one node. Throws `ApiError`. */
export function getNode(cluster: Cluster, name: string, signal?: AbortSignal): Promise<Node> {
  return cluster.requestJson({
    method: 'GET',
    shape: NODE,
    path: apiPath('api', 'v1', 'nodes', name),
    ...(signal && { signal }),
  });
}
