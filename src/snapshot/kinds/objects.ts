import { apiPath } from '../../cluster/api-path.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { ANY_OBJECT } from '../../cluster/objects/object-shapes.ts';
import { printObject } from '../../output/print/print-object.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ObjectMeta, OwnerReference, Pod } from '../../pod/types.ts';
import { textFile, type Piece } from '../evidence.ts';
import { orMissing, type ApiContext } from './api-context.ts';

/** An object whose fields are only passed on. */
export interface AnyObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

/** An API type as the server lists it. */
interface ApiResource {
  readonly name?: string;
  readonly kind?: string;
  readonly namespaced?: boolean;
}

/** A chain of owners that is longer is a mistake, or a circle. */
const MAX_OWNERS = 6;

/** The root of an API group in paths: `v1` is that of the core group. */
function groupPath(apiVersion: string): readonly string[] {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? ['api', group] : ['apis', group, version];
}

/** Finds the type of an owner by discovery, so that owners of any kind are read. Throws `ApiError`. */
async function findResource(
  { cluster, signal }: ApiContext,
  { apiVersion, kind }: OwnerReference,
): Promise<ApiResource | undefined> {
  const path = apiPath(...groupPath(apiVersion));
  const shape = {
    fields: { resources: { list: { fields: { name: 'text', kind: 'text', namespaced: 'flag' } } } },
  } as const;
  const { resources = [] } = await cluster.requestJson<{ readonly resources?: readonly ApiResource[] }>({
    method: 'GET',
    path,
    shape,
    signal,
  });
  return resources.find((each) => each.kind === kind && each.name?.includes('/') !== true);
}

/** Reads one object of any type. Throws `ApiError`. */
export function readObject(cluster: Cluster, path: string, signal: AbortSignal): Promise<AnyObject> {
  return cluster.requestJson({ method: 'GET', path, shape: ANY_OBJECT, signal });
}

async function readOwner(context: ApiContext, owner: OwnerReference): Promise<AnyObject> {
  const { cluster, pod, signal } = context;
  const resource = await findResource(context, owner);
  const plural = resource?.name ?? `${owner.kind.toLowerCase()}s`;
  const place = resource?.namespaced === false ? [] : ['namespaces', podRef(pod).namespace];
  const path = apiPath(...groupPath(owner.apiVersion), ...place, plural, owner.name);
  return readObject(cluster, path, signal);
}

function controllerOf({ ownerReferences = [] }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true) ?? ownerReferences[0];
}

/** The objects of a list as one YAML document, masked. */
export function yamlOf({ mask }: ApiContext, items: readonly AnyObject[]): string {
  const list = { apiVersion: 'v1', kind: 'List', items: items.map((item) => mask.object(item)) };
  return printObject(list, 'yaml');
}

/** The owner of the pod, its owner and so on: ReplicaSet, Deployment. Each is a file of its own. */
export async function gatherOwners(
  context: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<void> {
  let owner = controllerOf(context.pod.metadata);
  if (owner === undefined)
    return found({
      kind: 'missing',
      path: 'owners',
      why: 'the pod has no owner: nothing makes it again',
      isUsual: true,
    });
  for (let depth = 1; owner !== undefined && depth <= MAX_OWNERS; depth += 1) {
    const { kind, name }: OwnerReference = owner;
    const path = `owners/${depth}-${kind.toLowerCase().replace(/[^a-z0-9]/g, '')}.yaml`;
    const miss = (why: string): Promise<void> =>
      found({ kind: 'missing', path, why: `${kind} "${name}": ${why}` });
    const of: OwnerReference = owner;
    const object = await orMissing(context, () => readOwner(context, of), miss);
    if (object === undefined) return;
    await found(textFile(path, printObject(context.mask.object(object), 'yaml')));
    owner = controllerOf(object.metadata);
  }
}

/** The pod as YAML and JSON, without the values of its variables. Managed fields stay: they tell who changed what. */
export async function gatherPod(
  { pod, mask }: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<void> {
  const masked = mask.object(pod);
  const { yamlDocument } = await import('../../output/yaml/yaml-document.ts');
  await found(textFile('pod.yaml', `${yamlDocument(masked)}\n`));
  await found(textFile('pod.json', `${JSON.stringify(masked, undefined, 2)}\n`, { kind: 'link' }));
}

/** Which claims the volumes of a pod use; an ephemeral volume has a claim named for the pod. */
function claimsOf(pod: Pod): readonly string[] {
  return (pod.spec.volumes ?? []).flatMap((volume: ClaimingVolume & { readonly name: string }) => {
    if (volume.persistentVolumeClaim !== undefined) return [volume.persistentVolumeClaim.claimName];
    return volume.ephemeral === undefined ? [] : [`${pod.metadata.name ?? ''}-${volume.name}`];
  });
}

interface ClaimingVolume {
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: object;
}

/** The persistent volume claims of the pod's volumes, with their state. */
export async function gatherVolumes(
  context: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<void> {
  const { cluster, pod, signal } = context;
  for (const claim of claimsOf(pod)) {
    const path = `volumes/${claim.replace(/[^A-Za-z0-9.-]/g, '_')}.yaml`;
    const miss = (why: string): Promise<void> => found({ kind: 'missing', path, why });
    const read = (): Promise<AnyObject> =>
      readObject(
        cluster,
        apiPath('api', 'v1', 'namespaces', podRef(pod).namespace, 'persistentvolumeclaims', claim),
        signal,
      );
    const object = await orMissing(context, read, miss);
    if (object !== undefined) await found(textFile(path, printObject(context.mask.object(object), 'yaml')));
  }
}

/** What the metrics server says that the containers use. */
export async function gatherMetrics(
  context: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<void> {
  const { cluster, pod, signal } = context;
  const { namespace, name } = podRef(pod);
  const path = apiPath('apis', 'metrics.k8s.io', 'v1beta1', 'namespaces', namespace, 'pods', name);
  // Many clusters have no metrics server, and it knows no pod in its first minute.
  const miss = (why: string): Promise<void> =>
    found({ kind: 'missing', path: 'metrics.yaml', why, isUsual: true });
  const object = await orMissing(context, () => readObject(cluster, path, signal), miss);
  if (object !== undefined)
    await found(textFile('metrics.yaml', printObject(context.mask.object(object), 'yaml')));
}
