import { apiPath } from '../../cluster/api-path.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { OLD_WORKLOAD } from '../../cluster/objects/object-shapes.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { textFile, type Piece } from '../evidence.ts';
import { orMissing, type ApiContext } from './api-context.ts';
import { yamlOf, type AnyObject } from './objects.ts';

interface Service extends AnyObject {
  readonly spec?: { readonly selector?: Readonly<Record<string, string>> | null };
}

const PATH = 'services.yaml';

/** Whether a service sends its traffic to the pod. One without a selector has endpoints that others set. */
function selects({ spec }: Service, { metadata }: Pod): boolean {
  const wanted = Object.entries(spec?.selector ?? {});
  return wanted.length > 0 && wanted.every(([name, value]) => metadata.labels?.[name] === value);
}

async function listServices({ cluster, pod, signal }: ApiContext): Promise<readonly Service[]> {
  const path = apiPath('api', 'v1', 'namespaces', podRef(pod).namespace, 'services');
  const services: Service[] = [];
  for await (const { items } of listPages<Service>(cluster, { path, shape: OLD_WORKLOAD, signal }))
    for (const item of items) if (selects(item, pod)) services.push(item);
  return services;
}

/** The services that send traffic to the pod. Returns their names, which its DNS has to know. */
export async function gatherServices(
  context: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<readonly string[]> {
  const miss = (why: string): Promise<void> => found({ kind: 'missing', path: PATH, why });
  const services = await orMissing(context, () => listServices(context), miss);
  if (services === undefined) return [];
  if (services.length > 0) await found(textFile(PATH, yamlOf(context, services)));
  // With the namespace, so that only the domain of the cluster is missing.
  return services.map(({ metadata }) => `${metadata.name ?? ''}.${podRef(context.pod).namespace}`);
}
