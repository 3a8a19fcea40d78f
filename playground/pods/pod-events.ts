import type { Pod } from '../../src/pod/types.ts';
import type { PlaygroundEvent } from '../kubelet.ts';
import type { Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { formatTime } from '../timestamps.ts';

/** Records an Event about a pod. */
type RecordPodEvent = (pod: Pod, event: PlaygroundEvent, now: Date) => void;

/**
 * Makes a recorder of Events. A repeated Event raises the count of the first, as in the event recorder of a kubelet.
 */
export function createPodEventRecorder({ events }: Pick<Stores, 'events'>): RecordPodEvent {
  const names = new Map<string, string>();
  return (pod, event, now) => {
    const time = formatTime(now);
    const { namespace = '', name: podName = '', uid = '' } = pod.metadata;
    const content = JSON.stringify([uid, event.fieldPath, event.reason, event.message]);
    const earlier = events.get(keyOf({ namespace, name: names.get(content) ?? '' }));
    if (earlier !== undefined) {
      events.put({ ...earlier, count: earlier.count + 1, lastTimestamp: time });
      return;
    }
    const name = `${podName}.${eventSuffix(now, names.size)}`;
    names.set(content, name);
    const host = pod.spec.nodeName ?? '';
    const involvedObject = { kind: 'Pod', namespace, name: podName, uid, apiVersion: 'v1' } as const;
    const { fieldPath } = event;
    events.put({
      metadata: { name, namespace, uid: crypto.randomUUID(), creationTimestamp: time },
      involvedObject: { ...involvedObject, ...(fieldPath === undefined ? {} : { fieldPath }) },
      reason: event.reason,
      message: event.message,
      source: { component: 'kubelet', host },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      type: event.type,
      eventTime: null,
      reportingComponent: 'kubelet',
      reportingInstance: host,
    });
  };
}

/** The end of an Event's name: its time in nanoseconds, so that lists are in the order of time. */
function eventSuffix(now: Date, count: number): string {
  return (BigInt(now.getTime()) * 1_000_000n + BigInt(count)).toString(16);
}
