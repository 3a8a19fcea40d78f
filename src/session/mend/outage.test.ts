import { describe, expect, it } from 'vitest';
import { aPod, running, terminated } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { finalReason, judgeContainer, reconnectPauseMs } from './outage.ts';

describe('reconnectPauseMs', () => {
  it.each([
    { attempt: 0, least: 0, most: 0 },
    { attempt: 1, least: 250, most: 500 },
    { attempt: 2, least: 500, most: 1000 },
    { attempt: 5, least: 4000, most: 8000 },
    { attempt: 6, least: 5000, most: 10_000 },
    { attempt: 60, least: 5000, most: 10_000 },
  ])('is $least to $most ms before try $attempt', ({ attempt, least, most }) => {
    expect(reconnectPauseMs(attempt, () => 0)).toBe(least);
    expect(reconnectPauseMs(attempt, () => 1)).toBe(most);
  });
});

describe('finalReason', () => {
  const answer = (code: number) =>
    new ApiError({ method: 'GET', path: '/' }, code, { message: `no: ${code}` });

  it.each([401, 403])('ends the tries at a %i', (code) => {
    expect(finalReason(answer(code))).toBe(`no: ${code}`);
  });

  it.each([
    { label: 'a pod that the kubelet does not know yet', error: answer(404) },
    { label: 'an overloaded server', error: answer(429) },
    { label: 'a node that is away', error: answer(500) },
    { label: 'a network that is broken', error: new CliError('unreachable', 'no way') },
    { label: 'a proxy that refuses for now', error: new CliError('upgrade-refused', 'busy') },
  ])('goes on at $label', ({ error }) => {
    expect(finalReason(error)).toBeUndefined();
  });

  it('is no cover for a mistake of ours', () => {
    const bug = new TypeError('undefined is not a function');
    expect(() => finalReason(bug)).toThrow(bug);
  });
});

describe('judgeContainer', () => {
  const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };

  it.each([
    {
      label: 'runs',
      latest: { kind: 'present', pod: aPod({ ephemerals: [{ name: 'dbg', state: running() }] }) },
      kind: 'runs',
    },
    {
      label: 'has ended',
      latest: { kind: 'present', pod: aPod({ ephemerals: [{ name: 'dbg', state: terminated(3) }] }) },
      kind: 'ended',
    },
    { label: 'went with its pod', latest: { kind: 'gone' }, kind: 'gone' },
  ] as const)('knows a container that $label', ({ latest, kind }) => {
    expect(judgeContainer(latest, REF).kind).toBe(kind);
  });
});
