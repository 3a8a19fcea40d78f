import type { StoreEvent } from '../store/history.ts';
import type { PlainResource } from '../store/objects.ts';
import { keyOf, type StoredObject } from '../store/stored-object.ts';

/** Where an object is stored. */
export interface Place {
  readonly resource: PlainResource | 'pods';
  readonly key: string;
}

/** The objects that each owner has, by the owner's uid. */
export class OwnerIndex {
  private readonly places = new Map<string, Map<string, Place>>();
  private readonly whenEmpty = new Map<string, () => void>();

  /** Follows one change of an object. */
  see(resource: Place['resource'], { before, after }: StoreEvent<StoredObject>): void {
    const place = { resource, key: keyOf((after ?? before)?.metadata ?? {}) };
    const owners = ownersOf(after);
    for (const uid of owners) this.add(uid, place);
    for (const uid of ownersOf(before)) if (!owners.includes(uid)) this.drop(uid, place);
  }

  dependentsOf(ownerUid: string): readonly Place[] {
    return [...(this.places.get(ownerUid)?.values() ?? [])];
  }

  /** Calls `action` once when the owner has no dependent any more. */
  onceEmpty(ownerUid: string, action: () => void): void {
    this.whenEmpty.set(ownerUid, action);
  }

  private add(uid: string, place: Place): void {
    const places = this.places.get(uid) ?? new Map<string, Place>();
    this.places.set(uid, places);
    places.set(textOf(place), place);
  }

  private drop(uid: string, place: Place): void {
    const places = this.places.get(uid);
    places?.delete(textOf(place));
    if (places === undefined || places.size > 0) return;
    this.places.delete(uid);
    const action = this.whenEmpty.get(uid);
    this.whenEmpty.delete(uid);
    action?.();
  }
}

/** The uids of an object's owners. */
export function ownersOf(object: StoredObject | undefined): readonly string[] {
  return (object?.metadata.ownerReferences ?? []).map(({ uid }) => uid);
}

function textOf({ resource, key }: Place): string {
  return `${resource}/${key}`;
}
