import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { generateContainerName, randomSuffix } from './container-name.ts';

/** Draws the numbers one after the other, then starts again. */
function sequence(...numbers: readonly number[]): () => number {
  let drawn = 0;
  return () => numbers[drawn++ % numbers.length] ?? 0;
}

describe('randomSuffix', () => {
  it('draws five characters of the alphabet of Kubernetes', () => {
    expect(randomSuffix(sequence(0, 0.5, 0.99999, 19 / 27, 20 / 27))).toBe('br9z2');
  });
});

describe('generateContainerName', () => {
  it.each([
    { label: 'a regular', pod: aPod({ apps: [{ name: 'debugger-bbbbb' }] }) },
    { label: 'an init', pod: aPod({ inits: [{ name: 'debugger-bbbbb' }] }) },
    { label: 'an ephemeral', pod: aPod({ ephemerals: [{ name: 'debugger-bbbbb' }] }) },
  ])('draws again when $label container has the name', ({ pod }) => {
    const random = sequence(0, 0, 0, 0, 0, 0.999, 0.999, 0.999, 0.999, 0.999);
    expect(generateContainerName(pod, undefined, random)).toBe('debugger-99999');
  });

  it.each([
    ['alice', 'debugger-alice-bbbbb'],
    ['Alice.Smith@example.org', 'debugger-alice-smith-example-org-bbbbb'],
    ['EXAMPLE\\bob', 'debugger-example-bob-bbbbb'],
    ['-', 'debugger-bbbbb'],
    ['', 'debugger-bbbbb'],
    ['Ünal', 'debugger-nal-bbbbb'],
    ['a'.repeat(30), `debugger-${'a'.repeat(24)}-bbbbb`],
    [`${'a'.repeat(23)}.b`, `debugger-${'a'.repeat(23)}-bbbbb`],
  ])('carries the name of the user %j: %s', (user, name) => {
    expect(generateContainerName(aPod(), user, () => 0)).toBe(name);
  });
});
