import { setMaxListeners } from 'node:events';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { ownerOf, tieToJob, type CreatedJob } from '../objects/fleet-object.ts';
import { accountsOf, configMapsOf, jobOf, rolesOf, type GrantedRole } from '../objects/fleet-objects.ts';
import type { ObjectAddress } from '../objects/object-path.ts';
import type { FleetPlan } from '../objects/fleet-plan.ts';
import { explainCreation } from './explain-creation.ts';
import { addressOf, createObject, resumeJob, type NewObject, type Requesting } from './object-requests.ts';
import { removeObjects } from './remove-fleet.ts';

/** How many ConfigMaps are created at the same time. */
const AT_ONCE = 8;

interface Starting extends Requesting {
  readonly warn: (text: string) => void;
  /** What is there, or may be: the cluster deletes only what is in the namespace of the Job. */
  readonly created: ObjectAddress[];
}

/**
 * Creates all objects of a run, and lets its workers start. The Job comes first, so that the cluster deletes the others with it,
 * and its pods come last. If anything fails, or `signal` is aborted, everything is removed again. Throws a `CliError`; `warn` is
 * told what could not be removed.
 */
export async function startFleet(
  requesting: Omit<Starting, 'created'>,
  plan: FleetPlan,
  signal: AbortSignal,
): Promise<void> {
  const starting: Starting = { ...requesting, created: [] };
  const job = jobOf(plan, true);
  try {
    // Not ended by the signal, so that we know whether there is a Job to remove.
    const uid = await create(starting, job);
    signal.throwIfAborted();
    await createOthers(starting, { plan, job: { name: job.metadata.name, uid } }, signal);
    await resumeJob(requesting, addressOf(job), signal).catch((error: unknown) => {
      throw explainCreation(error, addressOf(job));
    });
  } catch (error) {
    const { namespace } = plan.run;
    const doomed = starting.created.filter(
      ({ kind, ...place }) => kind === 'Job' || place.namespace !== namespace,
    );
    for (const text of await removeObjects(requesting, doomed)) requesting.warn(text);
    throw error;
  }
}

/** Notes an object before it is asked for, and forgets it if the server refuses it. */
async function create(starting: Starting, object: NewObject, signal?: AbortSignal): Promise<string> {
  const { created } = starting;
  const address = addressOf(object);
  created.push(address);
  try {
    return await createObject(starting, { object }, signal);
  } catch (error) {
    if (isApiError(error)) created.splice(created.indexOf(address), 1);
    throw explainCreation(error, address);
  }
}

/** Waits until no request is under way, also if one fails: what it creates would be there after all was removed. */
async function createOthers(
  starting: Starting,
  { plan, job }: { readonly plan: FleetPlan; readonly job: CreatedJob },
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  // Each role is a request, and there is one for each namespace.
  setMaxListeners(0, stop);
  const configMaps = configMapsOf(plan, [ownerOf(job)]);
  const tasks = [
    ...accountsOf(plan).map((account) => create(starting, tieToJob(account, plan.run, job), stop)),
    ...rolesOf(plan).map(({ role, binding }) =>
      grant(
        starting,
        { role: tieToJob(role, plan.run, job), binding: tieToJob(binding, plan.run, job) },
        stop,
      ),
    ),
    ...Array.from({ length: AT_ONCE }, async () => {
      for (const configMap of configMaps) await create(starting, configMap, stop);
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
async function grant(starting: Starting, { role, binding }: GrantedRole, signal: AbortSignal): Promise<void> {
  await create(starting, role, signal);
  for (let tries = 1; ; tries += 1) {
    try {
      await create(starting, binding, signal);
      return;
    } catch (error) {
      const isUnknown = isCliError(error) && error.kind === 'not-found';
      if (!isUnknown || tries === ROLE_TRIES) throw error;
    }
    await starting.io.sleep(ROLE_KNOWN_MS, signal);
  }
}
