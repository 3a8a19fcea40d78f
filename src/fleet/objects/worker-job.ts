import { fleetName } from '../fleet-run.ts';
import { fleetLabels, type FleetObject } from './fleet-object.ts';
import { workerTemplate, type WorkerPodFacts } from './worker-pod.ts';

/** An Indexed Job. */
export interface WorkerJob extends FleetObject {
  readonly kind: 'Job';
  readonly spec: Readonly<Record<string, unknown>>;
}

export interface WorkerJobFacts extends WorkerPodFacts {
  readonly workers: number;
  /** Whether the pods wait until the Job is resumed. */
  readonly isSuspended: boolean;
}

/** How long the results stay for those who were away, in seconds. */
const KEPT_SECONDS = 24 * 60 * 60;
/** How often a worker is started again. Between two starts the Job controller waits 10 s, then twice as long each time. */
const MOST_RESTARTS = 20;

/**
 * The Job of a run: one pod for each worker. A worker that fails is started again alone, and the others go on. A pod whose node
 * is drained, or that has to make room, does not count as failed.
 * See https://kubernetes.io/docs/concepts/workloads/controllers/job/#backoff-limit-per-index
 */
export function workerJob({ workers, isSuspended, ...pod }: WorkerJobFacts): WorkerJob {
  const { run } = pod;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: fleetName(run.runId), namespace: run.namespace, labels: fleetLabels(run) },
    spec: {
      ...(isSuspended && { suspend: true }),
      completionMode: 'Indexed',
      completions: workers,
      parallelism: workers,
      backoffLimitPerIndex: MOST_RESTARTS,
      // A worker that still runs and the one in its place would do the same work.
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      },
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: workerTemplate(pod),
    },
  };
}
