import { isApiError } from '../../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { EXIT } from '../../../errors/exit-codes.ts';
import type { FleetPlan } from '../../../fleet/objects/fleet-plan.ts';
import { listObjects } from '../../../fleet/objects/list-objects.ts';
import { kindAndGroup } from '../../../fleet/objects/object-path.ts';
import { explainCreation } from '../../../fleet/start/explain-creation.ts';
import { addressOf, createObject, type NewObject } from '../../../fleet/start/object-requests.ts';
import type { Io } from '../../../io.ts';
import { openList, printObject } from '../../../output/print/print-object.ts';
import { writeText } from '../../../output/write-text.ts';
import type { InClusterRequest } from './in-cluster-request.ts';

/** A dry run of `--in-cluster`. */
interface FleetDryRun extends Pick<InClusterRequest, 'dryRun' | 'format'> {
  readonly plan: FleetPlan;
}

/**
 * Prints all objects of a run as `kubectl create --dry-run` does, and creates none. With `server` the API server checks each
 * one. Returns the exit code. Throws a `CliError` for an object that it refuses.
 */
export async function printFleet(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { plan, dryRun, format }: FleetDryRun,
  signal: AbortSignal,
): Promise<number> {
  const objects = [...listObjects(plan)];
  if (dryRun === 'server') for (const object of objects) await check({ io, cluster }, object, signal);
  for (const text of textsOf(objects, { dryRun, format })) await writeText(io.stdout, text);
  return EXIT.ok;
}

type Printed = Pick<FleetDryRun, 'dryRun' | 'format'>;

/** One text after the other, because those of a large audit are large. */
function* textsOf(objects: readonly NewObject[], { dryRun, format }: Printed): Generator<string> {
  switch (format) {
    case undefined: {
      const where = dryRun === 'server' ? 'server dry run' : 'dry run';
      for (const object of objects) yield `${nameOf(object)} created (${where})\n`;
      return;
    }
    case 'name':
      for (const object of objects) yield `${nameOf(object)}\n`;
      return;
    case 'json': {
      const list = openList('json');
      yield list.items(objects);
      yield list.end();
      return;
    }
    case 'yaml':
      for (const [index, object] of objects.entries())
        yield `${index === 0 ? '' : '---\n'}${printObject(object, 'yaml')}`;
  }
}

/** As kubectl names it: `job.batch/audit-…`. */
function nameOf(object: NewObject): string {
  const { kind, name = '' } = addressOf(object);
  return `${kindAndGroup(kind)}/${name}`;
}

/** A binding of a role that is not there cannot be checked by a server that does not let the user bind any role. */
async function check(
  requesting: { readonly io: Io; readonly cluster: Cluster },
  object: NewObject,
  signal: AbortSignal,
): Promise<void> {
  try {
    await createObject(requesting, { object, isDryRun: true }, signal);
  } catch (error) {
    const address = addressOf(object);
    const isAboutRole = address.kind.endsWith('Binding') && isApiError(error) && error.code === 404;
    if (!isAboutRole) throw explainCreation(error, address);
  }
}
