import type { StoreEvent } from '../store/history.ts';
import { PLAIN_RESOURCES, type Stores } from '../store/objects.ts';
import { keyOf, type StoredObject } from '../store/stored-object.ts';
import { OwnerIndex, ownersOf, type Place } from './owner-index.ts';

/** Deletes the objects whose owners are gone, as the controller of a real cluster does a moment later. */
export interface GarbageCollector {
  /** How many objects the owner with this uid has. */
  readonly countDependents: (ownerUid: string) => number;
  /** Deletes the dependents now; calls `whenGone` once none is left. */
  readonly removeDependents: (ownerUid: string, whenGone: () => void) => void;
  /** Takes the owner off its dependents, which stay. */
  readonly orphanDependents: (ownerUid: string) => void;
}

interface Surroundings {
  readonly stores: Stores;
  /** Deletes an object with its own grace period. */
  readonly remove: (place: Place) => void;
}

/** Watches `stores`. An owner that never was in the playground, such as a ReplicaSet, counts as one that exists. */
export function createGarbageCollector({ stores, remove }: Surroundings): GarbageCollector {
  const index = new OwnerIndex();
  const gone = new Set<string>();
  const check = (place: Place): void => {
    const owners = ownersOf(stores[place.resource].get(place.key));
    const isLeft = (uid: string): boolean => !gone.has(uid);
    if (owners.every(isLeft)) return;
    if (owners.some(isLeft)) keepOwners(stores, place, isLeft);
    else remove(place);
  };
  const see = (resource: Place['resource'], event: StoreEvent<StoredObject>): void => {
    index.see(resource, event);
    const { before, after } = event;
    if (after !== undefined) {
      // A dependent may come after its owner has gone.
      if (ownersOf(after).some((uid) => gone.has(uid))) {
        setImmediate(() => check({ resource, key: keyOf(after.metadata) }));
      }
      return;
    }
    const uid = before?.metadata.uid ?? '';
    gone.add(uid);
    const places = index.dependentsOf(uid);
    if (places.length > 0) setImmediate(() => places.forEach(check));
  };
  stores.pods.subscribe((event) => see('pods', event));
  for (const resource of PLAIN_RESOURCES) stores[resource].subscribe((event) => see(resource, event));
  return {
    countDependents: (ownerUid) => index.dependentsOf(ownerUid).length,
    removeDependents: (ownerUid, whenGone) => {
      index.onceEmpty(ownerUid, whenGone);
      index.dependentsOf(ownerUid).forEach(remove);
    },
    orphanDependents: (ownerUid) => {
      for (const place of index.dependentsOf(ownerUid)) keepOwners(stores, place, (uid) => uid !== ownerUid);
    },
  };
}

/** Stores an object with only those of its owners. */
function keepOwners(stores: Stores, { resource, key }: Place, isKept: (uid: string) => boolean): void {
  const narrow = ({ metadata }: StoredObject): StoredObject['metadata'] => ({
    ...metadata,
    ownerReferences: (metadata.ownerReferences ?? []).filter(({ uid }) => isKept(uid)),
  });
  if (resource === 'pods') {
    const pod = stores.pods.get(key);
    if (pod !== undefined) stores.pods.put({ ...pod, metadata: narrow(pod) });
    return;
  }
  const object = stores[resource].get(key);
  if (object !== undefined) stores[resource].put({ ...object, metadata: narrow(object) });
}
