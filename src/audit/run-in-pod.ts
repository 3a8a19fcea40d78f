import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { listContainers } from '../pod/containers/containers.ts';
import type { Pod } from '../pod/types.ts';
import { runByExec } from './run-by-exec.ts';
import { awaitContainerStart, lacksShell, runToTheEnd } from './run-to-the-end.ts';
import { addContainer, type Added } from './run/add-container.ts';
import { findRunKeeper } from './run/find-run-keeper.ts';
import type { Run } from './run/one-run.ts';
import { planRun, type RunPlan } from './run/plan-run.ts';
import { requireRights } from './run/require-rights.ts';
import type { RunRow } from './rows/run-row.ts';

/** Added to the name of the container that runs the command without an envelope, in an image without a shell. */
const WITHOUT_SHELL = '-plain';

/** Runs the command in the pod: by exec in a keeper if `--reuse` finds one, else in a debug container of its own. */
export async function runInPod(run: Run, pod: Pod, watch: PodWatch): Promise<RunRow> {
  const { context, item } = run;
  const { settings } = context;
  // A resumed audit may have added the container before.
  const planned = hasContainer(pod, run.container) ? undefined : plan(run, pod);
  const kept = planned && settings.reuses ? await findRunKeeper(context, { pod, planned }) : undefined;
  if (planned !== undefined && kept !== undefined) {
    // A keeper that was just added may not run yet.
    await awaitContainerStart(context, watch, { ...item.pod, container: kept.keeper.name });
    return runByExec(context, { item, pod, watch, planned, kept });
  }
  run.stage = 'adding';
  const added = await add(run, { pod, planned });
  run.facts = {
    container: run.container,
    target: added.target,
    profile: added.profile,
    notes: added.notes,
  };
  try {
    return await runToTheEnd(run, added.pod, watch);
  } catch (error) {
    const latest = watch.latest();
    if (!lacksShell(run, error) || latest.kind === 'gone') throw error;
    run.container = `${item.container}${WITHOUT_SHELL}`;
    return runInPod(run, latest.pod, watch);
  }
}

function hasContainer(pod: Pod, container: string): boolean {
  return listContainers(pod).some(({ name }) => name === container);
}

function plan({ context, item, container }: Run, pod: Pod): RunPlan {
  const { settings, io, shell } = context;
  const { request } = settings;
  const fitting = shell.isMissing() ? { ...request, envelope: undefined } : request;
  return planRun(pod, { ...settings, ...item, request: fitting, container, now: io.now() });
}

interface Adding {
  readonly pod: Pod;
  /** undefined if the pod has the container already. */
  readonly planned: RunPlan | undefined;
}

async function add({ context, container, item }: Run, { pod, planned }: Adding): Promise<Added> {
  if (planned === undefined) {
    const spec = pod.spec.ephemeralContainers?.find(({ name }) => name === container);
    const { profile } = context.settings.request;
    return { pod, target: spec?.targetContainerName ?? '', profile, notes: [] };
  }
  await requireRights(context, ['log'], item.pod);
  await context.journal.note({ kind: 'adding', container });
  const added = await addContainer(context, { pod, planned });
  context.watch.learn(added.pod, (seen) => hasContainer(seen, container));
  return added;
}
