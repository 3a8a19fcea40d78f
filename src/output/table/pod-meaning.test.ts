import { describe, expect, it } from 'vitest';
import { readContainerState } from '../../pod/containers/container-state.ts';
import { running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { meaningOfState, meaningOfStatus } from './pod-meaning.ts';

describe('meaningOfStatus', () => {
  it.each([
    { status: 'Running', ready: '2/2', meaning: 'ready' },
    { status: 'Running', ready: '1/2', meaning: 'waiting' },
    { status: 'Completed', ready: '0/1', meaning: 'done' },
    { status: 'Pending', ready: '0/1', meaning: 'waiting' },
    { status: 'Init:0/2', ready: '0/1', meaning: 'waiting' },
    { status: 'Init:Error', ready: '0/1', meaning: 'failed' },
    { status: 'Terminating', ready: '1/1', meaning: 'waiting' },
    { status: 'CrashLoopBackOff', ready: '0/1', meaning: 'failed' },
    { status: 'Evicted', ready: '0/1', meaning: 'failed' },
    { status: 'constructor', ready: '0/1', meaning: 'failed' },
  ])('takes $status with $ready for $meaning', ({ meaning, ...columns }) => {
    expect(meaningOfStatus(columns)).toBe(meaning);
  });
});

describe('meaningOfState', () => {
  it.each([
    { state: running(), meaning: 'ready' },
    { state: waiting('ContainerCreating'), meaning: 'waiting' },
    { state: waiting(), meaning: 'waiting' },
    { state: waiting('ErrImagePull'), meaning: 'failed' },
    { state: terminated(0), meaning: 'done' },
    { state: terminated(1), meaning: 'failed' },
  ])('takes $state for $meaning', ({ state, meaning }) => {
    expect(meaningOfState(readContainerState(state))).toBe(meaning);
  });
});
