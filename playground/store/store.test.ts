import { describe, expect, it } from 'vitest';
import type { StoreEvent } from './history.ts';
import { createResourceVersions } from './resource-versions.ts';
import { createStore } from './store.ts';
import type { StoredObject } from './stored-object.ts';

function anObject(name: string, labels: Readonly<Record<string, string>> = {}): StoredObject {
  return { metadata: { namespace: 'shop', name, labels } };
}

function namesOf(objects: readonly StoredObject[] | undefined): string | undefined {
  return objects?.map(({ metadata }) => metadata.name).join(' ');
}

describe('createStore', () => {
  it('gives each change the next resource version of the whole cluster', () => {
    const versions = createResourceVersions(100);
    const [pods, events] = [createStore(versions), createStore(versions)];
    pods.put(anObject('a'));
    events.put(anObject('b'));
    expect(pods.put(anObject('a')).metadata.resourceVersion).toBe('103');
  });

  it('lists objects in the order of their keys, as etcd does', () => {
    const store = createStore(createResourceVersions());
    for (const namespace of ['a-b', 'a']) store.put({ metadata: { namespace, name: 'x' } });
    store.put({ metadata: { namespace: 'a', name: 'B' } });
    const keys = store.list().map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`);
    expect(keys).toEqual(['a-b/x', 'a/B', 'a/x']);
  });

  it('shows the objects as they were at an earlier version, through changes, creations and deletions', () => {
    const versions = createResourceVersions();
    const store = createStore(versions);
    store.put(anObject('kept', { step: 'old' }));
    store.put(anObject('gone'));
    const then = versions.current();
    store.put(anObject('kept', { step: 'new' }));
    store.put(anObject('later'));
    store.remove('shop/gone');
    expect(namesOf(store.listAt(then))).toBe('gone kept');
    expect(store.listAt(then)?.[1]?.metadata.labels).toEqual({ step: 'old' });
    expect(namesOf(store.list())).toBe('kept later');
  });

  it('tells listeners each change with what was there before, until they leave', () => {
    const store = createStore(createResourceVersions());
    const seen: string[] = [];
    const describeEvent = ({ before, after }: StoreEvent<StoredObject>): string =>
      `${before?.metadata.resourceVersion ?? '-'} ${after?.metadata.resourceVersion ?? '-'}`;
    const leave = store.subscribe((event) => seen.push(describeEvent(event)));
    store.put(anObject('a'));
    store.put(anObject('a'));
    store.remove('shop/a');
    store.remove('shop/a');
    leave();
    store.put(anObject('b'));
    expect(seen).toEqual(['- 101', '101 102', '102 -']);
  });

  it('forgets versions before a compaction, and only those', () => {
    const versions = createResourceVersions();
    const store = createStore(versions);
    store.put(anObject('a'));
    const before = versions.current();
    store.put(anObject('b'));
    expect(namesOf(store.listAt(before))).toBe('a');
    store.compact();
    expect(store.listAt(before)).toBeUndefined();
    expect(store.eventsAfter(before)).toBeUndefined();
    expect(store.eventsAfter(versions.current())).toEqual([]);
    store.put(anObject('c'));
    expect(namesOf(store.listAt(versions.current() - 1))).toBe('a b');
  });

  it('keeps at least as many changes as its limit says, and not all', () => {
    const versions = createResourceVersions(0);
    const store = createStore(versions, 10);
    for (let i = 0; i < 100; i++) store.put(anObject(`pod-${i}`));
    expect(store.oldestVersion()).toBeGreaterThan(0);
    expect(store.eventsAfter(90)).toHaveLength(10);
    expect(store.eventsAfter(store.oldestVersion())).toHaveLength(100 - store.oldestVersion());
    expect(store.eventsAfter(store.oldestVersion() - 1)).toBeUndefined();
  });
});
