import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import type { TargetRule } from './audit-settings.ts';
import { makeItem, rowOfExit, rowWithoutRun } from './run-item.ts';

const AUTO: TargetRule = { kind: 'auto' };
const APP: TargetRule = { kind: 'named', name: 'app' };

describe('makeItem', () => {
  it('has what the row needs of the pod', () => {
    const pod = aPod({ uid: 'u1', spec: { nodeName: 'n1' } });
    expect(makeItem('run', pod, APP)).toMatchObject({
      pod: { namespace: 'shop', name: 'web-1' },
      uid: 'u1',
      podIPs: ['10.0.0.7'],
      node: 'n1',
      target: APP,
    });
  });

  it.each([
    { status: { podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] }, expected: ['10.0.0.1', 'fd00::1'] },
    { status: { podIPs: [], podIP: '10.0.0.1' }, expected: ['10.0.0.1'] },
  ])('has the addresses $expected', ({ status, expected }) => {
    expect(makeItem('run', aPod({ status }), AUTO).podIPs).toEqual(expected);
  });

  it('names the debug container the same each time', () => {
    const name = makeItem('run', aPod({ uid: 'u1' }), AUTO).container;
    expect(name).toMatch(/^audit-[a-z0-9]{12}$/);
    expect(makeItem('run', aPod({ uid: 'u1', name: 'renamed' }), AUTO).container).toBe(name);
  });

  it('names it differently for another audit, pod or target', () => {
    const names = [
      makeItem('run', aPod({ uid: 'u1' }), AUTO),
      makeItem('other', aPod({ uid: 'u1' }), AUTO),
      makeItem('run', aPod({ uid: 'u2' }), AUTO),
      makeItem('run', aPod({ uid: 'u1' }), APP),
    ].map(({ container }) => container);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('makes the row of a command that ended by itself', () => {
  const row = rowOfExit(aRunItem({ target: APP }), { exitCode: 7, profile: 'general' });
  expect(row).toMatchObject({ outcome: 'exited', exitCode: 7, target: 'app', profile: 'general' });
  expect(row.reason).toBeUndefined();
});

it('makes the row of a command that did not', () => {
  const reason = { kind: 'forbidden', message: 'no', hint: '' };
  const row = rowWithoutRun(aRunItem(), { outcome: 'refused', reason });
  expect(row).toMatchObject({ outcome: 'refused', reason, target: '', container: '', notes: [] });
  expect(row.exitCode).toBeUndefined();
});
