import { expect, it } from 'vitest';
import { generateContainerName } from '../../plan/container/container-name.ts';
import { ownerOf } from './container-owner.ts';

it.each([
  { name: 'debugger-alice-x7k2p', owner: 'alice' },
  { name: 'debugger-alice-smith-x7k2p', owner: 'alice-smith' },
  { name: 'debugger-alice-smith', owner: undefined },
  { name: 'debugger-alice-x7k3p', owner: undefined },
  { name: 'debugger-x7k2p', owner: undefined },
  { name: 'alice', owner: undefined },
])('says whose $name is', ({ name, owner }) => {
  expect(ownerOf(name)).toBe(owner);
});

it('knows every name that is made up', () => {
  const pod = { metadata: {}, spec: { containers: [{ name: 'app' }] } };
  for (let step = 0; step < 27; step += 1)
    expect(ownerOf(generateContainerName(pod, 'Alice Smith', () => step / 27))).toBe('alice-smith');
});
