import type { Stores } from '../store/objects.ts';
import type { PlainObject } from '../store/objects.ts';
import { formatTime } from '../timestamps.ts';

/** What happened to a Job. */
interface JobEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Makes a recorder of the Events that a Job's controller writes. */
export function createJobEventRecorder(
  { events }: Pick<Stores, 'events'>,
  now: () => Date,
): (job: PlainObject, event: JobEvent) => void {
  let count = 0;
  return (job, event) => {
    count += 1;
    const { namespace = '', name = '', uid = '' } = job.metadata;
    const time = formatTime(now());
    const suffix = (BigInt(now().getTime()) * 1_000_000n + BigInt(count)).toString(16);
    events.put({
      metadata: { name: `${name}.${suffix}`, namespace, uid: crypto.randomUUID(), creationTimestamp: time },
      involvedObject: { kind: 'Job', namespace, name, uid, apiVersion: 'batch/v1' },
      ...event,
      source: { component: 'job-controller' },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      eventTime: null,
      reportingComponent: 'job-controller',
      reportingInstance: '',
    });
  };
}
