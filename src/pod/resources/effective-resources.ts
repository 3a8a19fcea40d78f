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

/** The resources that the scheduler counts for a pod. */
interface EffectiveResources {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** A container that may have resources; ephemeral ones cannot. */
interface Counted extends PodContainer {
  readonly spec: Container;
}

type Read = (container: Counted) => ResourceList;

/**
 * The most that the pod uses at any time: while one init container runs beside the sidecars that were started before
 * it, or while the sidecars and apps run (KEP-753).
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

/** The resources of the pod as a whole replace the sum of its containers, name by name (KEP-2837). */
function overrideBy(list: ResourceList, podLevel: ResourceRequirements['requests']): ResourceList {
  const names = [...parseResources(podLevel)].filter(([name]) => isPodLevelName(name));
  return new Map([...list, ...names]);
}

/** Adds the overhead to the limits that the pod has; the overhead alone sets no limit. */
function addOverhead(limits: ResourceList, overhead: ResourceList): ResourceList {
  const limited = [...overhead].filter(([name]) => (limits.get(name)?.nanos ?? 0n) !== 0n);
  return sumResources([limits, new Map(limited)]);
}

/** Whether the node can never carry out the resize that the spec asks for (KEP-1287). */
function isInfeasible(pod: Pod): boolean {
  return findCondition(pod, 'PodResizePending')?.reason === 'Infeasible';
}

/**
 * During a resize there are three readings of the requests: those of the spec, those that the node has reserved, and
 * those of the running container. The scheduler counts the largest of the three totals since 1.37 (KEP-1287).
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

/** What the containers of a pod request by themselves, without the pod's own requests and its overhead. */
export function containerRequests(pod: Pod): ResourceList {
  return aggregate(listContainers(pod).filter(isCounted), ({ spec }) =>
    parseResources(spec.resources?.requests),
  );
}
