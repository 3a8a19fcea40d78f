import { isConditionTrue } from '../conditions.ts';
import { humanDuration } from './human-duration.ts';
import { readInitialization } from './initialization.ts';
import { countReady } from './readiness.ts';
import { readPod } from './read-pod.ts';
import { countRestarts, restartsText } from './restarts.ts';
import { statusWord } from './status-word.ts';
import type { Pod } from '../types.ts';

/**
 * The cells of one pod, as `kubectl get pods -o wide` shows them. The text comes from the cluster and is not printable
 * yet.
 */
export interface PodColumns {
  readonly namespace: string;
  readonly name: string;
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
  readonly age: string;
  readonly ip: string;
  readonly node: string;
  readonly nominatedNode: string;
  readonly readinessGates: string;
}

const NONE = '<none>';

function orNone(text: string | undefined): string {
  return text === undefined || text === '' ? NONE : text;
}

/** `podIP` repeats the first of `podIPs`. Old clients write only `podIP`. */
function ipText({ status = {} }: Pod): string {
  const { podIP = '', podIPs = [] } = status;
  return orNone(podIP === '' ? podIPs[0]?.ip : podIP);
}

function readinessGatesText(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  const passed = gates.filter(({ conditionType }) => isConditionTrue(pod, conditionType));
  return gates.length === 0 ? NONE : `${passed.length}/${gates.length}`;
}

/** Computes the cells of one pod. Ages are counted up to `now`. */
export function podColumns(pod: Pod, now: Date): PodColumns {
  const view = readPod(pod);
  const initialization = readInitialization(view);
  const { ready, total } = countReady(view, initialization);
  const { createdAt } = view;
  return {
    namespace: pod.metadata.namespace ?? '',
    name: pod.metadata.name ?? '',
    ready: `${ready}/${total}`,
    status: statusWord(view, initialization),
    restarts: restartsText(countRestarts(view, initialization), now),
    age: createdAt === undefined ? '<unknown>' : humanDuration(now.getTime() - createdAt.getTime()),
    ip: ipText(pod),
    node: orNone(pod.spec.nodeName),
    nominatedNode: orNone(pod.status?.nominatedNodeName),
    readinessGates: readinessGatesText(pod),
  };
}
