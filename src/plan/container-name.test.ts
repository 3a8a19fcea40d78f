import { describe, expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
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
    expect(generateContainerName(pod, random)).toBe('debugger-99999');
  });
});
