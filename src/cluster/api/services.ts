import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { SERVICE } from '../objects/service-shape.ts';
import type { ObjectMeta } from '../../pod/types.ts';

/** One port of a service. */
export interface ServicePort {
  /** May be absent if the service has only one. */
  readonly name?: string;
  /** `TCP` if it is absent. */
  readonly protocol?: string;
  readonly port: number;
  /** A number, or the name of a port of the pods; `port` if it is absent. */
  readonly targetPort?: number | string;
}

/** The fields of a service that this program reads. */
export interface Service {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    /** `None` for a headless service. */
    readonly clusterIP?: string;
    readonly type?: string;
    readonly ports?: readonly ServicePort[];
    readonly selector?: Readonly<Record<string, string>> | null;
  };
}

/** Reads one service. Throws `ApiError`. */
export function getService(
  cluster: Cluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<Service> {
  const path = apiPath('api', 'v1', 'namespaces', namespace, 'services', name);
  return cluster.requestJson({ method: 'GET', path, shape: SERVICE, signal });
}
