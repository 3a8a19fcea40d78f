import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { ownerOf, tieToJob, type CreatedJob } from '../objects/fleet-object.ts';
import { accountsOf, configMapsOf, jobOf, rolesOf, type GrantedRole } from '../objects/fleet-objects.ts';
import type { FleetPlan } from '../objects/fleet-plan.ts';
import { explainCreation } from './explain-creation.ts';
import { addressOf, createObject, resumeJob, type NewObject, type Requesting } from './object-requests.ts';
import { removeFleet } from './remove-fleet.ts';

/** How many ConfigMaps are created at the same time. */
const AT_ONCE = 8;

/**
 * Creates all objects of a run, and lets its workers start. The Job comes first, so that the cluster deletes the others with it,
 * and its pods come last. If anything fails, or `signal` is aborted, everything is removed again. Throws a `CliError`; `warn` is
 * told what could not be removed.
 */
export async function startFleet(
  requesting: Requesting & { readonly warn: (text: string) => void },
  plan: FleetPlan,
  signal: AbortSignal,
): Promise<void> {
  const job = jobOf(plan, true);
  let isThere = true;
  try {
    // Not ended by the signal, so that we know whether there is a Job to remove.
    const uid = await create(requesting, job).catch((error: unknown) => {
      isThere = !isCliError(error) || !isApiError(error.cause);
      throw error;
    });
    signal.throwIfAborted();
    await createOthers(requesting, { plan, job: { name: job.metadata.name, uid } }, signal);
    await resumeJob(requesting, addressOf(job), signal).catch((error: unknown) => {
      throw explainCreation(error, addressOf(job));
    });
  } catch (error) {
    const { run, head } = plan;
    const left = isThere ? await removeFleet(requesting, { run, namespaces: head.namespaces }) : [];
    for (const text of left) requesting.warn(text);
    throw error;
  }
}

async function create(requesting: Requesting, object: NewObject, signal?: AbortSignal): Promise<string> {
  try {
    return await createObject(requesting, { object }, signal);
  } catch (error) {
    throw explainCreation(error, addressOf(object));
  }
}

/** Waits until no request is under way, also if one fails: what it creates would be there after all was removed. */
async function createOthers(
  requesting: Requesting,
  { plan, job }: { readonly plan: FleetPlan; readonly job: CreatedJob },
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const configMaps = configMapsOf(plan, [ownerOf(job)]);
  const tasks = [
    ...accountsOf(plan).map((account) => create(requesting, tieToJob(account, plan.run, job), stop)),
    ...rolesOf(plan).map(({ role, binding }) =>
      grant(
        requesting,
        { role: tieToJob(role, plan.run, job), binding: tieToJob(binding, plan.run, job) },
        stop,
      ),
    ),
    ...Array.from({ length: AT_ONCE }, async () => {
      for (const configMap of configMaps) await create(requesting, configMap, stop);
    }),
  ];
  const first = Promise.all(tasks);
  first.catch((error: unknown) => over.abort(error));
  await Promise.allSettled(tasks);
  await first;
}

/** How long an API server may need to know a role that it has just stored, in milliseconds, and how often we ask. */
const ROLE_KNOWN_MS = 100;
const ROLE_TRIES = 30;

/**
 * Creates a role and its binding. To judge whether somebody may bind a role, the API server reads it from a cache, in which a
 * new one is a moment later.
 */
async function grant(
  requesting: Requesting,
  { role, binding }: GrantedRole,
  signal: AbortSignal,
): Promise<void> {
  await create(requesting, role, signal);
  for (let tries = 1; ; tries += 1) {
    try {
      await createObject(requesting, { object: binding }, signal);
      return;
    } catch (error) {
      const isUnknown = isApiError(error) && error.code === 404;
      if (!isUnknown || tries === ROLE_TRIES) throw explainCreation(error, addressOf(binding));
    }
    await requesting.io.sleep(ROLE_KNOWN_MS, signal);
  }
}
