import { listContainers } from '../containers/containers.ts';
import { parseResources, type ResourceList } from './resource-list.ts';
import type { Container, Pod, ResourceRequirements } from '../types.ts';

type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const NAMES = ['cpu', 'memory'];

function classOf({ requests, limits }: ResourceRequirements = {}): QosClass {
  const [asked, allowed] = [parseResources(requests), parseResources(limits)];
  const amount = (list: ResourceList, name: string): bigint => list.get(name)?.nanos ?? 0n;
  if (NAMES.every((name) => amount(asked, name) === 0n && amount(allowed, name) === 0n)) return 'BestEffort';
  const isFixed = NAMES.every((name) => {
    // A limit without a request is also the request.
    const request = asked.has(name) ? amount(asked, name) : amount(allowed, name);
    return request !== 0n && request === amount(allowed, name);
  });
  return isFixed ? 'Guaranteed' : 'Burstable';
}

function isPodLevel({ requests = {}, limits = {} }: ResourceRequirements): boolean {
  return Object.keys({ ...requests, ...limits }).some(
    (name) => NAMES.includes(name) || name.startsWith('hugepages-'),
  );
}

/**
 * The quality of service class: the one that the server set when it created the pod, else computed by the same rules.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/
 */
export function qosClass(pod: Pod): string {
  const { spec, status } = pod;
  if (status?.qosClass !== undefined && status.qosClass !== '') return status.qosClass;
  if (spec.resources !== undefined && isPodLevel(spec.resources)) return classOf(spec.resources);
  const sets = listContainers(pod)
    .filter(({ role }) => role !== 'ephemeral')
    .map((container): Container => container.spec)
    .map(({ resources }) => classOf(resources));
  const [first = 'BestEffort'] = sets;
  return sets.every((each) => each === first) ? first : 'Burstable';
}
