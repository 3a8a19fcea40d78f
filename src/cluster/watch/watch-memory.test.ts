import { describe, expect, it } from 'vitest';
import { makeWatchMemory } from './watch-memory.ts';

const pod = (name: string, resourceVersion: string, uid = `uid-${name}`) => ({
  metadata: { name, namespace: 'shop', uid, resourceVersion },
});

describe('note', () => {
  it('skips a state that the caller has', () => {
    const memory = makeWatchMemory([pod('a', '1')]);
    expect(memory.note('modified', pod('a', '1'))).toBeUndefined();
    expect(memory.note('modified', pod('a', '2'))).toEqual({ type: 'modified', object: pod('a', '2') });
    expect(memory.note('modified', pod('a', '2'))).toBeUndefined();
  });

  it('reports an object that comes back after its deletion', () => {
    const memory = makeWatchMemory([pod('a', '1')]);
    expect(memory.note('deleted', pod('a', '1'))).toMatchObject({ type: 'deleted' });
    expect(memory.note('added', pod('a', '1'))).toMatchObject({ type: 'added' });
  });
});

describe('compare', () => {
  it.each([
    { label: 'nothing for an unchanged object', listed: [pod('a', '1')], seen: [], gone: [] },
    { label: 'a changed object', listed: [pod('a', '2')], seen: ['relisted a'], gone: [] },
    { label: 'a new object', listed: [pod('a', '1'), pod('b', '5')], seen: ['added b'], gone: [] },
    { label: 'a missing object', listed: [], seen: [], gone: ['deleted a'] },
    {
      label: 'a replaced object',
      listed: [pod('a', '9', 'other')],
      seen: ['deleted a', 'added a'],
      gone: [],
    },
  ])('reports $label', ({ listed, seen, gone }) => {
    const memory = makeWatchMemory([pod('a', '1')]);
    const { see, end } = memory.compare();
    const words = (events: ReturnType<typeof see>) =>
      events.map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`);
    expect(words(see(listed))).toEqual(seen);
    expect(words(end())).toEqual(gone);
    const again = memory.compare();
    expect([...again.see(listed), ...again.end()]).toEqual([]);
  });
});
