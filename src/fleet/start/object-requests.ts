import type { Cluster } from '../../cluster/cluster.ts';
import { ANY_OBJECT } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { backoffMs } from '../../cluster/time/backoff.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { ObjectMeta } from '../../pod/types.ts';
import type { FleetKind } from '../objects/fleet-object.ts';
import { objectPath, type ObjectAddress } from '../objects/object-path.ts';

/** What the requests about the objects of a run are sent with. */
export interface Requesting {
  readonly io: Pick<Io, 'sleep' | 'random'>;
  readonly cluster: Cluster;
}

/** An object to create. */
export interface NewObject {
  readonly kind?: FleetKind;
  readonly metadata: ObjectMeta;
}

/** Any object as the server has it. */
interface Stored {
  readonly metadata: ObjectMeta;
}

const TRIES = 4;
/** Without an answer the server may have done it or not. */
const UNANSWERED: readonly ErrorKind[] = ['unreachable', 'connection-lost', 'timeout'];

/** Where an object is, or is to be. */
export function addressOf({ kind, metadata: { namespace, name = '' } }: NewObject): ObjectAddress {
  return { kind: kind ?? 'ConfigMap', namespace, name };
}

/**
 * Creates an object, and returns its uid. Asks again without an answer: what is there under the name, which only this run
 * uses, was created by the request before. Throws `ApiError`, and what `requestJson` throws.
 */
export async function createObject(
  { io, cluster }: Requesting,
  { object, isDryRun = false }: { readonly object: NewObject; readonly isDryRun?: boolean },
  signal?: AbortSignal,
): Promise<string> {
  const address = addressOf(object);
  const create = (): Promise<Stored> =>
    cluster.requestJson({
      method: 'POST',
      path: objectPath({ kind: address.kind, namespace: address.namespace }),
      query: {
        fieldManager: 'kubectl-debug',
        fieldValidation: 'Strict',
        ...(isDryRun && { dryRun: 'All' }),
      },
      body: object,
      shape: ANY_OBJECT,
      ...(signal && { signal }),
    });
  const { metadata } = await repeat(io, signal, async (tries) => {
    try {
      return await create();
    } catch (error) {
      if (tries === 0 || !isApiError(error) || error.code !== 409) throw error;
      return readObject(cluster, address, signal);
    }
  });
  return metadata.uid ?? '';
}

function readObject(cluster: Cluster, address: ObjectAddress, signal?: AbortSignal): Promise<Stored> {
  return cluster.requestJson({
    method: 'GET',
    path: objectPath(address),
    shape: ANY_OBJECT,
    ...(signal && { signal }),
  });
}

async function repeat<T>(
  io: Requesting['io'],
  signal: AbortSignal | undefined,
  send: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send(tries);
    } catch (error) {
      const isWorthRepeating = isCliError(error) && UNANSWERED.includes(error.kind);
      if (!isWorthRepeating || tries + 1 === TRIES) throw error;
    }
    await io.sleep(backoffMs(tries, io.random), signal);
  }
}

/** Lets the pods of a suspended Job start. Throws as `createObject`. */
export async function resumeJob(
  { io, cluster }: Requesting,
  job: ObjectAddress,
  signal: AbortSignal,
): Promise<void> {
  await repeat(io, signal, () =>
    cluster.requestJson({
      method: 'PATCH',
      path: objectPath(job),
      query: { fieldManager: 'kubectl-debug' },
      contentType: 'application/merge-patch+json',
      body: { spec: { suspend: false } },
      signal,
    }),
  );
}

/** Deletes an object, and what belongs to it in the background; whether it was there. Throws as `createObject`. */
export async function deleteObject(
  { io, cluster }: Requesting,
  { address, uid }: { readonly address: ObjectAddress; readonly uid?: string | undefined },
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await repeat(io, signal, () =>
      cluster.requestJson({
        method: 'DELETE',
        path: objectPath(address),
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Background',
          ...(uid !== undefined && { preconditions: { uid } }),
        },
        ...(signal && { signal }),
      }),
    );
    return true;
  } catch (error) {
    if (isApiError(error) && error.code === 404) return false;
    throw error;
  }
}
