import type { RunSummary } from '../../audit/rows/run-results.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';
import type { Io } from '../../io.ts';
import type { KubernetesEvent, Pod } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { readFleetCounts } from '../counts/fleet-counts.ts';
import type { FleetCounts } from '../worker-counts.ts';
import { endOfRun, type FleetView } from '../seen/fleet-view.ts';
import { GONE, viewJob, type Job } from '../seen/job-view.ts';
import { obstacleOfJob } from '../seen/obstacles.ts';
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
  /** The counts were deleted; the last ones come with that, if the watch was there. */
  readonly hearRemoval: (configMap: ConfigMap) => void;
  readonly hearLines: () => void;
  readonly hearJob: (job: Job | undefined) => void;
  readonly hearPod: (name: string, pod: Pod | undefined) => void;
  readonly hearEvent: (event: KubernetesEvent) => void;
}

const NOBODY: FleetCounts = { workers: new Map(), wish: 'go-on' };

/** The view of a run of which only the plan and the Job are known. */
function firstView({ run, plan, job }: FollowedRun): FleetView {
  return {
    run,
    workers: plan.workers,
    job: viewJob(job),
    counts: NOBODY,
    isRemoved: false,
    pods: [],
    refused: undefined,
  };
}

/** Makes the state of a run of which only the plan and the Job are known. */
export function makeFleetState(followed: FollowedRun, io: Pick<Io, 'now'>): FleetState {
  const change = makeChange();
  const pods = new Map<string, Pod>();
  let view = firstView(followed);
  let version: string | undefined;
  let heardMs = io.now().getTime();
  const see = (news: Partial<FleetView>): void => {
    view = { ...view, ...news };
    change.tell();
  };
  const hearLines = (): void => void (heardMs = io.now().getTime());
  return {
    view: () => view,
    changed: change.next,
    heard: { atMs: () => heardMs, version: () => version },
    end: () => endOfRun(view),
    finishedAt: () => (view.job.kind === 'there' ? view.job.end?.at : undefined) ?? io.now(),
    hearLines,
    hearCounts: (configMap) => {
      hearLines();
      version = configMap.metadata.resourceVersion;
      see({ counts: readFleetCounts(configMap) });
    },
    hearRemoval: (configMap) => {
      hearLines();
      see({ isRemoved: true, ...(configMap.data && { counts: readFleetCounts(configMap) }) });
    },
    hearJob: (job) => {
      // A Job that is gone does not come back: another one has another id.
      if (view.job.kind === 'there') see({ job: job === undefined ? GONE : viewJob(job) });
    },
    hearPod: (name, pod) => {
      // With a new pod, the Job can create pods again.
      const isNew = pod !== undefined && !pods.has(name);
      if (pod === undefined) pods.delete(name);
      else pods.set(name, pod);
      see({ pods: [...pods.values()], refused: isNew ? undefined : view.refused });
    },
    hearEvent: (event) => see({ refused: obstacleOfJob(event) }),
  };
}
