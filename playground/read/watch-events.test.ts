import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../store/stored-object.ts';
import { toWatchEvent } from './watch-events.ts';

const MATCHING: StoredObject = { metadata: { name: 'a', labels: { app: 'web' }, resourceVersion: '1' } };
const OTHER: StoredObject = { metadata: { name: 'a', labels: { app: 'db' }, resourceVersion: '2' } };

describe('toWatchEvent', () => {
  const matches = ({ metadata }: StoredObject): boolean => metadata.labels?.['app'] === 'web';

  it.each([
    { change: 'a created object that matches', before: undefined, after: MATCHING, expected: 'ADDED web 1' },
    { change: 'a created object that does not', before: undefined, after: OTHER, expected: undefined },
    { change: 'a change within', before: MATCHING, after: MATCHING, expected: 'MODIFIED web 1' },
    { change: 'a change into the selection', before: OTHER, after: MATCHING, expected: 'ADDED web 1' },
    { change: 'a change out of it', before: MATCHING, after: OTHER, expected: 'DELETED web 9' },
    { change: 'a change outside', before: OTHER, after: OTHER, expected: undefined },
    { change: 'a deletion', before: MATCHING, after: undefined, expected: 'DELETED web 9' },
    { change: 'a deletion outside', before: OTHER, after: undefined, expected: undefined },
  ])('sees $change as $expected', ({ before, after, expected }) => {
    const event = toWatchEvent({ version: 9, before, after }, matches);
    const text =
      event === undefined || event.kind === 'BOOKMARK'
        ? undefined
        : `${event.kind} ${event.object.metadata.labels?.['app'] ?? ''} ${event.object.metadata.resourceVersion ?? ''}`;
    expect(text).toBe(expected);
  });
});
