import { describe, expect, it } from 'vitest';
import type { Flag } from './flag.ts';
import { flagValuesOf } from './flag-values.ts';

const FLAGS: readonly Flag[] = [
  { name: 'image', kind: 'string', group: 'run', description: '' },
  { name: 'via', kind: 'string', default: 'auto', group: 'run', description: '' },
  { name: 'tty', kind: 'boolean', group: 'run', description: '' },
  { name: 'attach', kind: 'boolean', default: 'true', group: 'run', description: '' },
  { name: 'exclude', kind: 'strings', group: 'run', description: '' },
  { name: 'mask', kind: 'texts', group: 'run', description: '' },
  { name: 'env', kind: 'key-values', group: 'run', description: '' },
  { name: 'timeout', kind: 'duration', default: '5m', group: 'run', description: '' },
  { name: 'v', kind: 'integer', group: 'run', description: '' },
];

describe('flagValuesOf', () => {
  it('returns defaults for flags that were not given', () => {
    const values = flagValuesOf(FLAGS, new Map());
    expect(values.string('image')).toBeUndefined();
    expect(values.string('via')).toBe('auto');
    expect(values.boolean('tty')).toBe(false);
    expect(values.boolean('attach')).toBe(true);
    expect(values.duration('timeout')).toBe(300_000);
    expect(values.integer('v')).toBeUndefined();
    expect(values.strings('exclude')).toEqual([]);
    expect(values.isGiven('via')).toBe(false);
  });

  it('counts a default as set, but not one that takes the flag back', () => {
    const origin = { kind: 'environment', variable: 'X' } as const;
    const defaults = new Map([
      ['image', { texts: ['a'], origin }],
      ['via', { texts: [], origin }],
    ]);
    const values = flagValuesOf(FLAGS, new Map([['tty', ['false']]]), defaults);
    const isSet = ['image', 'via', 'tty', 'env'].map((name) => values.isSet(name));
    expect(isSet).toEqual([true, false, true, false]);
    expect(values.isGiven('image')).toBe(false);
  });

  it('takes the last text of a single flag, and all texts of a repeated one', () => {
    const values = flagValuesOf(
      FLAGS,
      new Map([
        ['image', ['a', 'b']],
        ['exclude', ['a,b', 'c']],
        ['mask', ['a,b', 'c']],
        ['env', ['A=1', 'B=2,A=3']],
      ]),
    );
    expect(values.string('image')).toBe('b');
    expect(values.strings('exclude')).toEqual(['a', 'b', 'c']);
    expect(values.strings('mask')).toEqual(['a,b', 'c']);
    expect(values.keyValues('env')).toEqual({ A: '3', B: '2' });
    expect(values.isGiven('env')).toBe(true);
  });

  it('throws for a flag that no table declares, or of another kind', () => {
    const values = flagValuesOf(FLAGS, new Map());
    expect(() => values.string('imgae')).toThrow('no table declares string --imgae');
    expect(() => values.boolean('image')).toThrow('no table declares boolean --image');
  });
});
