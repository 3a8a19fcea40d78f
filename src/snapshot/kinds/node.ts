import { apiPath } from '../../cluster/api-path.ts';
import { printObject } from '../../output/print/print-object.ts';
import { textFile, type Piece } from '../evidence.ts';
import { orMissing, type ApiContext } from './api-context.ts';
import { readObject, type AnyObject } from './objects.ts';

const PATH = 'node.yaml';

/** The fields of a node that say how it is; the list of its images is long and says nothing. */
const OF_SPEC = ['taints', 'unschedulable', 'podCIDR', 'providerID'];
const OF_STATUS = ['conditions', 'allocatable', 'capacity', 'nodeInfo', 'addresses'];

function pick(value: unknown, names: readonly string[]): object {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

interface NodeObject extends AnyObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** The conditions, the resources and the version of the pod's node. */
export async function gatherNode(context: ApiContext, found: (piece: Piece) => Promise<void>): Promise<void> {
  const { cluster, pod, signal, mask } = context;
  const name = pod.spec.nodeName ?? '';
  const miss = (why: string): Promise<void> => found({ kind: 'missing', path: PATH, why });
  if (name === '') return miss('the pod has no node yet');
  const read = (): Promise<NodeObject> => readObject(cluster, apiPath('api', 'v1', 'nodes', name), signal);
  const node = await orMissing(context, read, miss);
  if (node === undefined) return;
  const { labels, annotations, creationTimestamp } = node.metadata;
  const shown = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, creationTimestamp, labels, annotations },
    spec: pick(node.spec, OF_SPEC),
    status: pick(node.status, OF_STATUS),
  };
  // Absent fields are left out, as in the object itself.
  const present = JSON.parse(JSON.stringify(shown)) as AnyObject;
  await found(textFile(PATH, printObject(mask.object(present), 'yaml')));
}
