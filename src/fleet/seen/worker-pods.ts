import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import type { Pod } from '../../pod/types.ts';

/** Kubernetes sets the annotation since 1.21, and the label since 1.28. */
const INDEX = 'batch.kubernetes.io/job-completion-index';

/** The index of the worker that a pod of an Indexed Job is; undefined for another pod. */
export function workerOf({ metadata: { labels = {}, annotations = {} } }: Pod): number | undefined {
  const text = labels[INDEX] ?? annotations[INDEX] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** The pods of a run that have neither finished nor are being deleted, the newest of each worker. */
export function livePods(pods: Iterable<Pod>): ReadonlyMap<number, Pod> {
  const live = new Map<number, Pod>();
  for (const pod of byAge(pods)) {
    const worker = workerOf(pod);
    if (worker === undefined || hasFinished(pod) || pod.metadata.deletionTimestamp !== undefined) continue;
    live.set(worker, pod);
  }
  return live;
}

/** The oldest first. */
function byAge(pods: Iterable<Pod>): readonly Pod[] {
  const time = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';
  return [...pods].toSorted((one, other) => (time(one) < time(other) ? -1 : 1));
}

/**
 * How the last pod of a worker that did not succeed has ended, such as `exit code 137 (OOMKilled)`; undefined without one.
 * Text of the cluster, not safe to print yet.
 */
export function lastEndOf(worker: number, pods: Iterable<Pod>): string | undefined {
  const last = byAge(pods).findLast((pod) => workerOf(pod) === worker && pod.status?.phase === 'Failed');
  return last && endOfPod(last);
}

/** An evicted pod says so itself. For others the container has the exit code, and the last lines of its log. */
export function endOfPod(pod: Pod): string {
  const { status = {}, spec } = pod;
  const { reason = '', message = '' } = status;
  const end = findContainerEnd(pod, spec.containers[0]?.name ?? '');
  if (end !== undefined && reason === '') return endOfContainer(end);
  return [reason === '' ? 'it failed' : reason, firstLine(message)].filter((text) => text !== '').join(': ');
}

function endOfContainer({
  exitCode,
  reason,
  message,
}: NonNullable<ReturnType<typeof findContainerEnd>>): string {
  const cause = reason === '' || reason === 'Error' ? '' : ` (${reason})`;
  const said = lastLine(message);
  return `exit code ${exitCode}${cause}${said === '' ? '' : `: ${said}`}`;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

/** Of an error and its hint, the error. */
function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => line.startsWith('error: ')) ?? lines.at(-1) ?? '';
}
