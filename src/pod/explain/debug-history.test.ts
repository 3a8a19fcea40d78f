import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import type { ObjectMeta } from '../types.ts';
import { describeAddition, explainDebugHistory, readDebugHistory } from './debug-history.ts';

type Entry = NonNullable<ObjectMeta['managedFields']>[number];

const now = new Date('2025-03-01T12:10:00Z');

/** An entry as the server writes it for containers that this client has added. */
function anEntry(manager: string, time: unknown, containers: readonly string[]): Entry {
  const fields = Object.fromEntries(containers.map((name) => [`k:${JSON.stringify({ name })}`, { '.': {} }]));
  return {
    manager,
    operation: 'Update',
    subresource: 'ephemeralcontainers',
    time,
    fieldsV1: { 'f:spec': { 'f:ephemeralContainers': { '.': {}, ...fields } } },
  };
}

const describeAll = (options: PodOptions): readonly string[] =>
  readDebugHistory(aPod(options)).map((addition) => describeAddition(addition, now));

const ended = terminated(3, { startedAt: '2025-03-01T12:02:00Z', finishedAt: '2025-03-01T12:03:00Z' });

describe('readDebugHistory', () => {
  it('tells the time of the last container of each client, and of others the start', () => {
    const managedFields = [
      { manager: 'helm', operation: 'Update', time: now.toISOString(), fieldsV1: { 'f:spec': {} } },
      anEntry('kubectl-debug', '2025-03-01T12:04:00Z', ['debugger-alice-x7k2p', 'c']),
      anEntry('kubectl', '2025-03-01T12:05:00Z', ['b']),
    ];
    const ephemerals = [
      { name: 'debugger-alice-x7k2p', state: ended },
      { name: 'b', state: running('2025-03-01T12:05:00Z') },
      { name: 'c', state: waiting('ErrImagePull') },
    ];
    expect(describeAll({ ephemerals, metadata: { managedFields } })).toEqual([
      'debug container "debugger-alice-x7k2p" was added by user "alice" (as its name says) with "kubectl-debug"; it started 8m ago (2025-03-01T12:02:00Z) and ended 7m ago (2025-03-01T12:03:00Z) (Error, exit code 3)',
      'debug container "b" was added 5m ago (2025-03-01T12:05:00Z) with "kubectl"; it started 5m ago (2025-03-01T12:05:00Z) and runs',
      'debug container "c" was added 6m ago (2025-03-01T12:04:00Z) with "kubectl-debug"; it has not started (ErrImagePull)',
    ]);
  });

  it('tells that an audit added it, which names no user', () => {
    expect(describeAll({ ephemerals: [{ name: 'audit-nttfckh2s7zt', hasStatus: false }] })).toEqual([
      'debug container "audit-nttfckh2s7zt" was added by an audit (as its name says); it has not started',
    ]);
  });

  it('tells when a container that never started was there at the latest', () => {
    const managedFields = [anEntry('kubectl', '2025-03-01T12:05:00Z', ['a', 'b'])];
    const ephemerals = [{ name: 'a', hasStatus: false }, { name: 'b' }];
    expect(describeAll({ ephemerals, metadata: { managedFields } })[0]).toBe(
      'debug container "a" was added not later than 5m ago (2025-03-01T12:05:00Z) with "kubectl"; it has not started',
    );
  });

  it('is not sure of the time of a container that two clients have set', () => {
    const managedFields = [
      anEntry('kubectl', '2025-03-01T12:07:00Z', ['a']),
      anEntry('sync', '2025-03-01T12:05:00Z', ['a']),
    ];
    const [addition] = readDebugHistory(aPod({ ephemerals: [{ name: 'a' }], metadata: { managedFields } }));
    expect(addition).toMatchObject({
      managers: ['kubectl', 'sync'],
      added: { at: new Date('2025-03-01T12:05:00Z'), isExact: false },
    });
  });

  it.each<{ label: string; managedFields: readonly Entry[] }>([
    { label: 'no entries', managedFields: [] },
    { label: 'an entry of an old server', managedFields: [{ manager: 'kubectl', operation: 'Update' }] },
    { label: 'fields of another type', managedFields: [{ manager: 'x', time: 7, fieldsV1: 'f:spec' }] },
    {
      label: 'a list for the containers',
      managedFields: [{ manager: 'x', fieldsV1: { 'f:spec': { 'f:ephemeralContainers': ['a'] } } }],
    },
    { label: 'another container', managedFields: [anEntry('kubectl', '2025-03-01T12:05:00Z', ['b'])] },
    {
      label: 'inherited names',
      managedFields: [anEntry('kubectl', '2025-03-01T12:05:00Z', ['__proto__'])],
    },
  ])('tells nobody and no time with $label', ({ managedFields }) => {
    const ephemerals = [{ name: 'a', state: ended }];
    expect(readDebugHistory(aPod({ ephemerals, metadata: { managedFields } }))).toMatchObject([
      { name: 'a', managers: [], added: undefined },
    ]);
  });

  it.each([
    { label: 'no time', time: undefined },
    { label: 'a time that is none', time: 'yesterday' },
    { label: 'a time of another type', time: { seconds: 1 } },
  ])('tells who, but no time, with $label', ({ time }) => {
    const metadata = { managedFields: [anEntry('kubectl', time, ['a'])] };
    expect(readDebugHistory(aPod({ ephemerals: [{ name: 'a' }], metadata }))).toMatchObject([
      { managers: ['kubectl'], added: undefined },
    ]);
  });
});

it('tells of the last five of many debug containers', () => {
  const ephemerals = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name, hasStatus: false }));
  const [first, ...others] = explainDebugHistory(aPod({ ephemerals }), now);
  expect(first).toBe('only the last 5 of the 7 debug containers are told of here');
  expect(others.map((text) => /"(.)"/.exec(text)?.[1])).toEqual(['c', 'd', 'e', 'f', 'g']);
});
