import { listContainers, type PodContainer } from '../containers/containers.ts';
import { findCondition } from '../conditions.ts';
import {
  maxResources,
  NO_RESOURCES,
  parseResources,
  sumResources,
  type ResourceList,
} from './resource-list.ts';
import type { Container, Pod, ResourceRequirements } from '../types.ts';

/** What a pod asks of its node, as the scheduler counts it. */
interface EffectiveResources {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** A container that has resources: ephemeral ones cannot. */
interface Counted extends PodContainer {
  readonly spec: Container;
}

type Read = (container: Counted) => ResourceList;

/**
 * The most that is used at any moment: while one init container runs, with the sidecars that were started before it,
 * or while sidecars and apps run (KEP-753).
 */
function aggregate(containers: readonly Counted[], read: Read): ResourceList {
  let sidecars: ResourceList = NO_RESOURCES;
  const apps: ResourceList[] = [];
  const uses: ResourceList[] = [];
  for (const container of containers) {
    const own = read(container);
    if (container.role === 'app') apps.push(own);
    else uses.push(sumResources([own, sidecars]));
    if (container.role === 'sidecar') sidecars = sumResources([sidecars, own]);
  }
  return maxResources([sumResources([...apps, sidecars]), ...uses]);
}

function isPodLevelName(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** What is said of the pod as a whole replaces what its containers say, name by name (KEP-2837). */
function overrideBy(list: ResourceList, podLevel: ResourceRequirements['requests']): ResourceList {
  const names = [...parseResources(podLevel)].filter(([name]) => isPodLevelName(name));
  return new Map([...list, ...names]);
}

/** Overhead is no limit of its own. */
function addOverhead(limits: ResourceList, overhead: ResourceList): ResourceList {
  const limited = [...overhead].filter(([name]) => (limits.get(name)?.nanos ?? 0n) !== 0n);
  return sumResources([limits, new Map(limited)]);
}

/** A resize that the node can never carry out (KEP-1287) does not count. */
function isInfeasible(pod: Pod): boolean {
  return findCondition(pod, 'PodResizePending')?.reason === 'Infeasible';
}

/**
 * Three readings of the requests count while a resize is under way: what the spec says, what the node has reserved, and
 * what the container has. The largest of their totals is what the scheduler takes into account from 1.37 on (KEP-1287).
 */
function requestReadings(isSpecCounted: boolean): readonly Read[] {
  const ofSpec: Read = ({ spec }) => parseResources(spec.resources?.requests);
  const orSpec: Read = isSpecCounted ? ofSpec : () => NO_RESOURCES;
  const reserved: Read = (container) => {
    const allocated = container.status?.allocatedResources;
    return allocated === undefined ? orSpec(container) : parseResources(allocated);
  };
  const actual: Read = (container) => {
    const resources = container.status?.resources;
    return resources === undefined ? reserved(container) : parseResources(resources.requests);
  };
  return isSpecCounted ? [ofSpec, reserved, actual] : [reserved, actual];
}

function limitReadings(isSpecCounted: boolean): readonly Read[] {
  const ofSpec: Read = ({ spec }) => parseResources(spec.resources?.limits);
  const actual: Read = (container) => {
    const resources = container.status?.resources;
    return resources === undefined ? ofSpec(container) : parseResources(resources.limits);
  };
  return isSpecCounted ? [ofSpec, actual] : [actual];
}

function isCounted(container: PodContainer): container is Counted {
  return container.role !== 'ephemeral';
}

/**
 * Computes what the scheduler counts for a pod, from its spec and, during a resize in place, its status
 * (k8s.io/component-helpers, resource/helpers.go).
 */
export function effectiveResources(pod: Pod): EffectiveResources {
  const containers = listContainers(pod).filter(isCounted);
  const isSpecCounted = !isInfeasible(pod);
  const total = (readings: readonly Read[]): ResourceList =>
    maxResources(readings.map((read) => aggregate(containers, read)));
  const { resources = {}, overhead } = pod.spec;
  const extra = parseResources(overhead);
  const limits = overrideBy(total(limitReadings(isSpecCounted)), resources.limits);
  return {
    requests: sumResources([overrideBy(total(requestReadings(isSpecCounted)), resources.requests), extra]),
    limits: addOverhead(limits, extra),
  };
}
