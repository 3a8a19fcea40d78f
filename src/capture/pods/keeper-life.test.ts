import { expect, it } from 'vitest';
import { aPod, anEphemeralContainer } from '../../../test/builders/a-pod.ts';
import { keeperCommand } from '../../pod/containers/keeper.ts';
import { hasLivedItsLife } from './keeper-life.ts';

const STARTED = '2025-03-01T12:00:00Z';
const KEEPER = keeperCommand(60_000);

it.each([
  { label: 'when its time is over', command: KEEPER, finishedAt: '2025-03-01T12:01:00Z', expected: true },
  { label: 'by a second less', command: KEEPER, finishedAt: '2025-03-01T12:00:59Z', expected: true },
  { label: 'before', command: KEEPER, finishedAt: '2025-03-01T12:00:58Z', expected: false },
  { label: 'at a time that nobody knows', command: KEEPER, finishedAt: undefined, expected: false },
  { label: 'as no keeper', command: ['sh'], finishedAt: '2025-03-01T12:01:00Z', expected: false },
])('$expected for a debug container that ends $label', ({ command, finishedAt, expected }) => {
  const terminated = { exitCode: 0, startedAt: STARTED, ...(finishedAt !== undefined && { finishedAt }) };
  const dbg = { ...anEphemeralContainer({ name: 'dbg', command }), state: { terminated } };
  expect(hasLivedItsLife(aPod({ ephemerals: [dbg] }), 'dbg')).toBe(expected);
});

it('has not ended while it runs', () => {
  const dbg = anEphemeralContainer({ name: 'dbg', command: KEEPER });
  expect(hasLivedItsLife(aPod({ ephemerals: [dbg] }), 'dbg')).toBe(false);
});
