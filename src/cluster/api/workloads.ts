import type { ObjectMeta } from '../../pod/types.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { listPages } from '../list/list-pages.ts';
import { OLD_WORKLOAD, WORKLOAD } from '../objects/object-shapes.ts';
import type { Shape } from '../objects/normalize-object.ts';

/** A `metav1.LabelSelector`. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** The fields of an object with pods that this program reads. */
export interface Workload {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    /** Services and ReplicationControllers have plain labels. */
    readonly selector?: LabelSelector | Readonly<Record<string, string>> | null;
  };
}

/** A type of object and a namespace. */
interface WorkloadPlace {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string;
}

function workloadPath(
  { group, version, plural, namespace }: WorkloadPlace,
  ...name: readonly string[]
): string {
  const root = group === '' ? ['api', version] : ['apis', group, version];
  return apiPath(...root, 'namespaces', namespace, plural, ...name);
}

/** Objects of the core group are older than label selectors. */
function shapeOf({ group }: WorkloadPlace): Shape {
  return group === '' ? OLD_WORKLOAD : WORKLOAD;
}

/** Reads one workload. Throws `ApiError`. */
export function getWorkload(
  cluster: Cluster,
  { name, ...place }: WorkloadPlace & { readonly name: string },
  signal: AbortSignal,
): Promise<Workload> {
  return cluster.requestJson({
    method: 'GET',
    path: workloadPath(place, name),
    shape: shapeOf(place),
    signal,
  });
}

/** Lists the workloads of one type in one namespace. Throws `ApiError`. */
export async function listWorkloads(
  cluster: Cluster,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<readonly Workload[]> {
  const found: Workload[] = [];
  for await (const { items } of listPages<Workload>(cluster, {
    path: workloadPath(place),
    shape: shapeOf(place),
    signal,
  })) {
    for (const item of items) found.push(item);
  }
  return found;
}
