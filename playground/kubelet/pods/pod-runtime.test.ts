import { describe, expect, it } from 'vitest';
import { aContainer } from '../../../test/builders/a-pod.ts';
import { backOffMs, containerBehaviour } from './pod-runtime.ts';

it.each([
  { failures: 1, expected: 10 },
  { failures: 2, expected: 20 },
  { failures: 3, expected: 40 },
  { failures: 4, expected: 50 },
  { failures: 100, expected: 50 },
])('backOffMs after $failures failures is $expected ms', ({ failures, expected }) => {
  expect(backOffMs({ firstMs: 10, longestMs: 50 }, failures)).toBe(expected);
});

describe('containerBehaviour', () => {
  const named = { pullMs: 1 };
  const others = { pullMs: 2 };
  const behaviour = { kind: 'run', containers: { named, '*': others } } as const;

  it.each([
    { role: 'app', name: 'named', expected: named },
    { role: 'ephemeral', name: 'named', expected: named },
    { role: 'ephemeral', name: 'other', expected: others },
    { role: 'app', name: 'other', expected: {} },
  ] as const)('of the $role container "$name"', ({ role, name, expected }) => {
    expect(containerBehaviour(behaviour, { role, spec: aContainer({ name }) })).toEqual(expected);
  });

  it('is empty without any', () => {
    expect(containerBehaviour({ kind: 'run' }, { role: 'ephemeral', spec: aContainer() })).toEqual({});
  });
});
