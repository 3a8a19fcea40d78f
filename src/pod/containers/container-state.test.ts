import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { findContainerState, readContainerState } from './container-state.ts';

const STARTED = '2025-03-01T12:00:00Z';
const FINISHED = '2025-03-01T12:00:05Z';

describe('readContainerState', () => {
  it.each([
    { fields: { running: { startedAt: STARTED } }, state: { kind: 'running', startedAt: new Date(STARTED) } },
    { fields: { running: {} }, state: { kind: 'running', startedAt: undefined } },
    {
      fields: waiting('ErrImagePull', 'no such image'),
      state: { kind: 'waiting', reason: 'ErrImagePull', message: 'no such image' },
    },
    { fields: waiting(), state: { kind: 'waiting', reason: '', message: '' } },
    { fields: {}, state: { kind: 'waiting', reason: '', message: '' } },
    { fields: undefined, state: { kind: 'waiting', reason: '', message: '' } },
    {
      fields: terminated(7, { signal: 9, message: 'gone', startedAt: STARTED, finishedAt: FINISHED }),
      state: {
        kind: 'terminated',
        exitCode: 7,
        signal: 9,
        reason: 'Error',
        message: 'gone',
        startedAt: new Date(STARTED),
        finishedAt: new Date(FINISHED),
      },
    },
    {
      fields: { terminated: { exitCode: 0, finishedAt: null } },
      state: {
        kind: 'terminated',
        exitCode: 0,
        signal: 0,
        reason: '',
        message: '',
        startedAt: undefined,
        finishedAt: undefined,
      },
    },
  ])('reads $fields', ({ fields, state }) => {
    expect(readContainerState(fields)).toEqual(state);
  });
});

describe('findContainerState', () => {
  const pod = aPod({
    inits: [{ name: 'setup', state: terminated(0) }],
    apps: [{ name: 'app' }, { name: 'new', hasStatus: false }],
    ephemerals: [{ name: 'debugger', state: waiting('ContainerCreating') }],
  });

  it.each([
    { name: 'setup', kind: 'terminated' },
    { name: 'app', kind: 'running' },
    { name: 'debugger', kind: 'waiting' },
    { name: 'new', kind: 'absent' },
    { name: 'nobody', kind: 'absent' },
  ])('finds that $name is $kind', ({ name, kind }) => {
    expect(findContainerState(pod, name).kind).toBe(kind);
  });
});
