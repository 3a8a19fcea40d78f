import { hasFinished } from '../../src/pod/has-finished.ts';
import type { EphemeralContainer, Pod, PodRef, PodSpec } from '../../src/pod/types.ts';
import { valueAt } from '../json.ts';
import type { Kubelet } from '../kubelet.ts';
import type { PodBehaviour } from '../pod-behaviour.ts';
import { ensureNode, NODE_NAME } from '../store/cluster-objects.ts';
import type { Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { addSeconds, formatTime } from '../timestamps.ts';
import type { Behaviours } from './behaviours.ts';
import { applySpecDefaults } from './pod-spec-defaults.ts';
import { qosClass } from './qos-class.ts';

/** Changes pods in the store and tells the kubelet. The caller has checked the change. */
export interface PodLifecycle {
  /** The pod as a server would store it; stores nothing. */
  readonly prepare: (pod: Pod) => Pod;
  /** Stores a prepared pod. */
  readonly create: (pod: Pod, behaviour: PodBehaviour | undefined) => Pod;
  readonly setEphemeralContainers: (pod: Pod, containers: readonly EphemeralContainer[]) => Pod;
  /** Marks the pod as terminating and removes it once the kubelet has ended it; at once for a grace period of zero. */
  readonly remove: (pod: Pod, graceSeconds: number | undefined) => Pod;
  /** Resolves when the pod is gone. */
  readonly untilGone: (ref: PodRef) => Promise<void>;
}

interface Surroundings {
  readonly stores: Stores;
  readonly kubelet: Kubelet;
  readonly behaviours: Behaviours;
  readonly now: () => Date;
}

/** The lifecycle of the pods in `stores`, which `kubelet` runs. */
export function createPodLifecycle(surroundings: Surroundings): PodLifecycle {
  const { stores, kubelet, behaviours, now } = surroundings;
  const { pods } = stores;
  const completeSpec = createSpecCompletion();
  return {
    prepare: (pod) => ({
      metadata: {
        ...pod.metadata,
        uid: crypto.randomUUID(),
        generation: 1,
        creationTimestamp: pod.metadata.creationTimestamp ?? formatTime(now()),
      },
      spec: completeSpec(pod.spec),
      status: { phase: 'Pending', qosClass: qosClass(pod.spec) },
    }),
    create: (prepared, behaviour) => {
      if (behaviour !== undefined) behaviours.set(prepared, behaviour);
      if (prepared.spec.nodeName !== undefined) ensureNode(stores, prepared.spec.nodeName, now());
      const pod = pods.put(prepared);
      kubelet.sync(pod);
      return pod;
    },
    setEphemeralContainers: (pod, ephemeralContainers) => {
      const metadata = { ...pod.metadata, generation: (pod.metadata.generation ?? 1) + 1 };
      const changed = pods.put({ ...pod, metadata, spec: { ...pod.spec, ephemeralContainers } });
      kubelet.sync(changed);
      return changed;
    },
    remove: (pod, graceSeconds) => removePod(surroundings, pod, graceSeconds),
    untilGone: (ref) => untilGone(stores, ref),
  };
}

/**
 * Fills in the defaults and the node: the default scheduler places a pod on the playground's own. Pods with the same
 * spec object also share the completed spec, so that tens of thousands of them fit in memory.
 */
function createSpecCompletion(): (spec: PodSpec) => PodSpec {
  const known = new WeakMap<PodSpec, PodSpec>();
  return (spec) => {
    const completed = known.get(spec) ?? completeSpec(spec);
    known.set(spec, completed);
    return completed;
  };
}

function completeSpec(spec: PodSpec): PodSpec {
  const completed = applySpecDefaults(spec);
  const isPlaced = valueAt(completed, 'schedulerName') === 'default-scheduler';
  return isPlaced ? { nodeName: NODE_NAME, ...completed } : completed;
}

function removePod(
  { stores: { pods }, kubelet, behaviours, now }: Surroundings,
  pod: Pod,
  graceSeconds: number | undefined,
): Pod {
  const key = keyOf(pod.metadata);
  const finish = (): number => {
    if (pods.get(key)?.metadata.uid !== pod.metadata.uid) return 0;
    behaviours.forget(pod);
    return pods.remove(key);
  };
  const seconds = graceOf(pod, graceSeconds);
  const marked = markTerminating(pod, seconds, now());
  if (seconds === 0) {
    const version = finish();
    void kubelet.remove(pod);
    return { ...marked, metadata: { ...marked.metadata, resourceVersion: String(version) } };
  }
  if (marked === pod) return pod;
  const stored = pods.put(marked);
  if (pod.metadata.deletionTimestamp === undefined) void kubelet.remove(stored).then(finish);
  return stored;
}

/** A pod that never ran or has ended is gone at once. */
function graceOf(pod: Pod, asked: number | undefined): number {
  const { spec } = pod;
  if (spec.nodeName === undefined || hasFinished(pod)) return 0;
  const own = valueAt(spec, 'terminationGracePeriodSeconds');
  return asked ?? (typeof own === 'number' ? own : 30);
}

/**
 * Returns the terminating pod. A second deletion can only shorten the grace period; otherwise it returns the same
 * pod.
 */
function markTerminating(pod: Pod, seconds: number, now: Date): Pod {
  const { metadata } = pod;
  const isFirst = metadata.deletionTimestamp === undefined;
  const left = valueAt(metadata, 'deletionGracePeriodSeconds');
  if (!isFirst && typeof left === 'number' && seconds >= left) return pod;
  const deletion = {
    generation: (metadata.generation ?? 1) + (isFirst ? 1 : 0),
    deletionTimestamp: formatTime(addSeconds(now, seconds)),
    deletionGracePeriodSeconds: seconds,
  };
  return { ...pod, metadata: { ...metadata, ...deletion } };
}

function untilGone({ pods }: Stores, ref: PodRef): Promise<void> {
  const key = keyOf(ref);
  if (pods.get(key) === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = pods.subscribe(() => {
      if (pods.get(key) !== undefined) return;
      unsubscribe();
      resolve();
    });
  });
}
