import type { Pod } from '../../src/pod/types.ts';
import { StatusError } from '../api/request/status-error.ts';
import { parseBehaviour } from '../pods/behaviours.ts';
import { parsePod } from '../pods/parse-pod.ts';
import type { PodLifecycle } from '../pods/pod-lifecycle.ts';
import type { PlainObject, Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { formatTime } from '../timestamps.ts';
import { createJobEventRecorder } from './job-events.ts';
import { jobOutcome } from './job-outcome.ts';
import { jobPodBody } from './job-pod.ts';
import { indexOf, JobProgress } from './job-progress.ts';
import { hasJobEnded, type JobSpec, readJobSpec } from './job-spec.ts';
import { jobStatus, startOf } from './job-status.ts';

/** How long a Job waits before it makes a pod for one that has failed: twice as long each time, up to the longest. */
export interface JobBackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

interface Surroundings {
  readonly stores: Stores;
  readonly lifecycle: PodLifecycle;
  readonly now: () => Date;
  readonly newSuffix: () => string;
  readonly backOff: JobBackOff;
  /** Deletes a Job with its pods. */
  readonly removeJob: (job: PlainObject) => void;
}

/** One Job while it exists. */
interface JobRun {
  readonly key: string;
  readonly progress: JobProgress;
  /** When an index may have its next pod, in milliseconds since 1970. */
  readonly retryAt: Map<number, number>;
  readonly timers: Set<NodeJS.Timeout>;
  isDue: boolean;
}

/** Runs the Jobs of the playground, as the Job controller of a real cluster does. */
export class JobController {
  private readonly parts: Surroundings;
  private readonly record: ReturnType<typeof createJobEventRecorder>;
  private readonly runs = new Map<string, JobRun>();

  constructor(parts: Surroundings) {
    this.parts = parts;
    this.record = createJobEventRecorder(parts.stores, parts.now);
    parts.stores.jobs.subscribe(({ before, after }) => this.seeJob(before, after));
    parts.stores.pods.subscribe(({ before, after }) => this.seePod(before, after));
  }

  /** Makes no more pods. */
  close(): void {
    this.runs.forEach((run) => run.timers.forEach(clearTimeout));
    this.runs.clear();
  }

  private seeJob(before: PlainObject | undefined, after: PlainObject | undefined): void {
    const uid = (after ?? before)?.metadata.uid ?? '';
    if (after === undefined) {
      this.runs.get(uid)?.timers.forEach(clearTimeout);
      this.runs.delete(uid);
      return;
    }
    const run = this.runs.get(uid) ?? newRun(after);
    this.runs.set(uid, run);
    this.schedule(run);
  }

  private seePod(before: Pod | undefined, after: Pod | undefined): void {
    const pod = after ?? before;
    const owner = pod?.metadata.ownerReferences?.find(({ controller }) => controller === true);
    const run = owner === undefined ? undefined : this.runs.get(owner.uid);
    const job = run === undefined ? undefined : this.parts.stores.jobs.get(run.key);
    if (pod === undefined || run === undefined || job === undefined) return;
    const index = indexOf(pod);
    const failures = run.progress.failuresOf(index);
    run.progress.see(readJobSpec(job), pod, after === undefined);
    const now = run.progress.failuresOf(index);
    if (now > failures) run.retryAt.set(index, this.parts.now().getTime() + this.pauseMs(now));
    this.schedule(run);
  }

  private pauseMs(failures: number): number {
    const { firstMs, longestMs } = this.parts.backOff;
    return Math.min(firstMs * 2 ** (failures - 1), longestMs);
  }

  private schedule(run: JobRun): void {
    if (run.isDue) return;
    run.isDue = true;
    setImmediate(() => {
      run.isDue = false;
      const job = this.parts.stores.jobs.get(run.key);
      if (job !== undefined && this.runs.get(job.metadata.uid ?? '') === run) this.sync(job, run);
    });
  }

  private later(run: JobRun, delayMs: number): void {
    const timer = setTimeout(() => {
      run.timers.delete(timer);
      this.schedule(run);
    }, delayMs).unref();
    run.timers.add(timer);
  }

  private sync(job: PlainObject, run: JobRun): void {
    if (job.metadata.deletionTimestamp !== undefined || hasJobEnded(job)) return;
    const spec = readJobSpec(job);
    const now = this.parts.now();
    const start = startOf(job) ?? now.getTime();
    const ageSeconds = (now.getTime() - start) / 1000;
    const outcome = jobOutcome(spec, run.progress, ageSeconds);
    const goesOn = outcome.kind === 'running' && !spec.isSuspended;
    if (goesOn) this.makePods(job, run, spec);
    else this.endPods(run);
    const status = jobStatus(job, { spec, progress: run.progress, outcome, now: formatTime(now) });
    if (JSON.stringify(status) !== JSON.stringify(job['status']))
      this.parts.stores.jobs.put({ ...job, status });
    if (outcome.kind !== 'running') this.finish(job, run, spec);
    else if (spec.deadlineSeconds !== undefined) this.later(run, (spec.deadlineSeconds - ageSeconds) * 1000);
  }

  private finish(job: PlainObject, run: JobRun, { lifetimeSeconds }: JobSpec): void {
    if (lifetimeSeconds === undefined) return;
    const { removeJob, stores } = this.parts;
    const remove = (): void => {
      const left = stores.jobs.get(run.key);
      if (left?.metadata.uid === job.metadata.uid && left !== undefined) removeJob(left);
    };
    run.timers.add(setTimeout(remove, lifetimeSeconds * 1000).unref());
  }

  private makePods(job: PlainObject, run: JobRun, spec: JobSpec): void {
    const { progress } = run;
    const busy = new Set([...progress.active.values()].map(indexOf));
    let free = spec.parallelism - progress.active.size;
    for (const index of wantedIndexes(spec, progress)) {
      if (free <= 0) return;
      if (spec.isIndexed && busy.has(index)) continue;
      const waitMs = (run.retryAt.get(index) ?? 0) - this.parts.now().getTime();
      if (waitMs > 0) this.later(run, waitMs);
      else this.makePod(job, run, { index, isIndexed: spec.isIndexed });
      free -= 1;
    }
  }

  private makePod(
    job: PlainObject,
    run: JobRun,
    { index, isIndexed }: { readonly index: number; readonly isIndexed: boolean },
  ): void {
    const { lifecycle, newSuffix } = this.parts;
    const { namespace = '' } = job.metadata;
    try {
      const failures = run.progress.failuresOf(index);
      const body = jobPodBody(job, { index: isIndexed ? index : undefined, failures });
      const { pod } = parsePod(body, { namespace, suffix: newSuffix() }, { fieldValidation: 'Ignore' });
      this.checkAccount(pod);
      const created = lifecycle.create(lifecycle.prepare(pod), parseBehaviour(pod));
      const message = `Created pod: ${created.metadata.name ?? ''}`;
      this.record(job, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      this.record(job, {
        type: 'Warning',
        reason: 'FailedCreate',
        message: `Error creating: ${error.message}`,
      });
      this.later(run, this.parts.backOff.longestMs);
    }
  }

  /** A real server's admission refuses a pod whose ServiceAccount does not exist. */
  private checkAccount({ metadata, spec }: Pod): void {
    const { namespace = '', name = '' } = metadata;
    const account = spec.serviceAccountName ?? 'default';
    if (this.parts.stores.serviceaccounts.get(keyOf({ namespace, name: account })) !== undefined) return;
    throw new StatusError(
      403,
      `pods "${name}" is forbidden: error looking up service account ${namespace}/${account}: ` +
        `serviceaccount "${account}" not found`,
      { reason: 'Forbidden' },
    );
  }

  private endPods({ progress }: JobRun): void {
    for (const pod of [...progress.active.values()]) {
      const left = this.parts.stores.pods.get(keyOf(pod.metadata));
      if (left?.metadata.uid === pod.metadata.uid && left !== undefined)
        this.parts.lifecycle.remove(left, undefined);
    }
  }
}

function newRun({ metadata }: PlainObject): JobRun {
  return {
    key: keyOf(metadata),
    progress: new JobProgress(),
    retryAt: new Map(),
    timers: new Set(),
    isDue: false,
  };
}

/** The indexes that still need a pod, lowest first; -1 for each success that a Job without indexes still needs. */
function wantedIndexes(spec: JobSpec, progress: JobProgress): readonly number[] {
  const completions = spec.completions ?? 1;
  if (!spec.isIndexed) {
    const missing = completions - progress.succeeded - progress.active.size;
    return Array.from({ length: Math.max(missing, 0) }, () => -1);
  }
  return Array.from({ length: completions }, (_, index) => index).filter(
    (index) => !progress.completed.has(index) && !progress.failedIndexes.has(index),
  );
}
