import type { RunSummary } from '../../audit/rows/run-results.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';
import type { Io } from '../../io.ts';
import type { KubernetesEvent, Pod } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { readFleetCounts } from '../counts/fleet-counts.ts';
import type { FleetCounts } from '../worker-counts.ts';
import { endOfRun, type FleetView } from '../seen/fleet-view.ts';
import { GONE, viewJob, type Job, type JobView } from '../seen/job-view.ts';
import { obstacleOfJob, type Obstacle } from '../seen/obstacles.ts';
import type { FollowedRun } from './followed-run.ts';
import type { Heard } from './pulse.ts';

/** What a follower has heard of a run so far. */
export interface FleetState {
  readonly view: () => FleetView;
  /** Resolves at the next change of the view. Call it before the view is read. */
  readonly changed: () => Promise<void>;
  readonly heard: Heard;
  readonly end: () => RunSummary['end'];
  /** When the Job ended; now, if it did not. */
  readonly finishedAt: () => Date;
  readonly hearCounts: (configMap: ConfigMap) => void;
  readonly hearLines: () => void;
  readonly hearJob: (job: Job | undefined) => void;
  readonly hearPod: (name: string, pod: Pod | undefined) => void;
  readonly hearEvent: (event: KubernetesEvent) => void;
}

const NOBODY: FleetCounts = { workers: new Map(), wish: 'go-on' };

/** Makes the state of a run of which only the plan and the Job are known. */
export function makeFleetState(followed: FollowedRun, io: Pick<Io, 'now'>): FleetState {
  const change = makeChange();
  const pods = new Map<string, Pod>();
  let job: JobView = viewJob(followed.job);
  let counts = NOBODY;
  let refused: Obstacle | undefined;
  let version: string | undefined;
  let heardMs = io.now().getTime();
  const hear = (): void => {
    heardMs = io.now().getTime();
    change.tell();
  };
  const view = (): FleetView => ({
    run: followed.run,
    workers: followed.plan.workers,
    job,
    counts,
    pods: [...pods.values()],
    refused,
  });
  return {
    view,
    changed: change.next,
    heard: { atMs: () => heardMs, version: () => version },
    end: () => endOfRun(view()),
    finishedAt: () => (job.kind === 'there' ? job.end?.at : undefined) ?? io.now(),
    hearLines: () => {
      heardMs = io.now().getTime();
    },
    hearCounts: (configMap) => {
      counts = readFleetCounts(configMap);
      version = configMap.metadata.resourceVersion;
      hear();
    },
    hearJob: (now) => {
      // A Job that is gone does not come back: another one has another id.
      if (job.kind === 'there') job = now === undefined ? GONE : viewJob(now);
      change.tell();
    },
    hearPod: (name, pod) => {
      // The Job can create pods again.
      if (pod !== undefined && !pods.has(name)) refused = undefined;
      if (pod === undefined) pods.delete(name);
      else pods.set(name, pod);
      change.tell();
    },
    hearEvent: (event) => {
      refused = obstacleOfJob(event);
      change.tell();
    },
  };
}
