import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/playground/failure-of.ts';
import { mergeStrategically } from './strategic-merge.ts';

describe('mergeStrategically', () => {
  const a = { name: 'a', image: 'x', command: ['sh'] };
  const b = { name: 'b', image: 'y' };

  it.each([
    { what: 'adds fields', patch: { q: 1 }, expected: { list: [], q: 1, deep: { x: 1 } } },
    { what: 'removes null fields', patch: { deep: null }, expected: { list: [] } },
    { what: 'merges objects', patch: { deep: { y: 2 } }, expected: { list: [], deep: { x: 1, y: 2 } } },
    { what: 'replaces lists without a key', patch: { list: [1] }, expected: { list: [1], deep: { x: 1 } } },
    {
      what: 'leaves directives out',
      patch: { $retainKeys: ['x'], '$setElementOrder/env': [] },
      expected: { list: [], deep: { x: 1 } },
    },
  ])('$what', ({ patch, expected }) => {
    expect(mergeStrategically({ list: [], deep: { x: 1 } }, patch)).toEqual(expected);
  });

  it.each([
    { what: 'puts new items first', items: [{ name: 'c' }], expected: ['c', 'a', 'b'] },
    {
      what: 'keeps the order that the patch asks for',
      items: [{ name: 'c' }],
      order: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      expected: ['a', 'b', 'c'],
    },
    {
      what: 'puts items that the order does not name where they were',
      items: [{ name: 'c' }],
      order: [{ name: 'b' }, { name: 'c' }],
      expected: ['a', 'b', 'c'],
    },
    { what: 'merges an item that is there', items: [{ name: 'b', image: 'z' }], expected: ['a', 'b'] },
    {
      what: 'merges items of one name',
      items: [{ name: 'c' }, { name: 'c', image: 'z' }],
      expected: ['c', 'a', 'b'],
    },
    { what: 'deletes an item', items: [{ name: 'a', $patch: 'delete' }], expected: ['b'] },
    { what: 'replaces the list', items: [{ $patch: 'replace' }, { name: 'c' }], expected: ['c'] },
  ])('$what', ({ items, order, expected }) => {
    const patch = {
      ephemeralContainers: items,
      ...(order && { '$setElementOrder/ephemeralContainers': order }),
    };
    const merged = mergeStrategically({ ephemeralContainers: [a, b] }, patch);
    const names = (merged['ephemeralContainers'] as readonly { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expected);
  });

  it('merges an item field by field, and variables by their name', () => {
    const original = { ephemeralContainers: [{ ...a, env: [{ name: 'A', value: '1' }] }] };
    const patch = { ephemeralContainers: [{ name: 'a', tty: true, env: [{ name: 'B', value: '2' }] }] };
    const env = [
      { name: 'B', value: '2' },
      { name: 'A', value: '1' },
    ];
    expect(mergeStrategically(original, patch)).toEqual({ ephemeralContainers: [{ ...a, tty: true, env }] });
  });

  it.each([
    {
      item: { image: 'noname' },
      message: 'map: map[image:noname] does not contain declared merge key: name',
    },
    { item: { name: 'a', $patch: 'merge' }, message: 'merging lists cannot yet be specified in the patch' },
  ])('answers 500 for $item', ({ item, message }) => {
    const failure = failureOf(() => mergeStrategically({}, { ephemeralContainers: [item] }));
    expect(failure).toMatchObject({ code: 500, message });
  });
});
