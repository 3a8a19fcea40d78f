import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting } from '../../../test/builders/a-pod.ts';
import type { ContainerStateFields, Pod } from '../../pod/types.ts';
import { continueHistory, judgeWaiting, NO_HISTORY, readStart, type StartVerdict } from './judge-start.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const START_ERROR =
  'failed to create containerd task: exec: "/nope": stat /nope: no such file or directory: unknown';

function withState(state?: ContainerStateFields): Pod {
  return aPod({ ephemerals: [{ name: 'dbg', ...(state === undefined ? { hasStatus: false } : { state }) }] });
}

const seen = (pod: Pod): StartVerdict => readStart({ kind: 'present', pod }, REF);

describe('readStart', () => {
  it.each([
    { label: 'no status yet', pod: withState(), expected: { kind: 'waiting', reason: '' } },
    {
      label: 'a pull',
      pod: withState(waiting('ContainerCreating')),
      expected: { kind: 'waiting', reason: 'ContainerCreating' },
    },
    { label: 'a running container', pod: withState({ running: {} }), expected: { kind: 'running' } },
    { label: 'one that has ended', pod: withState(terminated(3)), expected: { kind: 'ended' } },
  ])('reads $label', ({ pod, expected }) => {
    expect(seen(pod)).toMatchObject(expected);
  });

  it.each([
    {
      label: 'a command that the image lacks',
      pod: withState(terminated(128, { reason: 'StartError', message: START_ERROR })),
      kind: 'command-not-found',
    },
    {
      label: 'a command that may not be executed',
      pod: withState(
        terminated(128, { reason: 'StartError', message: 'exec: "/etc/passwd": permission denied' }),
      ),
      kind: 'command-not-executable',
    },
    {
      label: 'a program for another architecture',
      pod: withState(terminated(128, { reason: 'StartError', message: 'exec /bin/sh: exec format error' })),
      kind: 'image-platform',
    },
    {
      label: 'a pod that finished meanwhile',
      pod: aPod({
        phase: 'Failed',
        ephemerals: [{ name: 'dbg', hasStatus: false }],
        status: { reason: 'Evicted' },
      }),
      kind: 'pod-finished',
    },
    {
      label: 'a pod that is being deleted meanwhile',
      pod: aPod({
        metadata: { deletionTimestamp: '2025-03-01T12:00:00Z' },
        ephemerals: [{ name: 'dbg', state: waiting('ContainerCreating') }],
      }),
      kind: 'pod-terminating',
    },
  ])('gives up on $label', ({ pod, kind }) => {
    expect(seen(pod)).toMatchObject({ kind: 'failed', error: { kind } });
  });

  it('gives up on a pod that is gone', () => {
    expect(readStart({ kind: 'gone' }, REF)).toMatchObject({
      kind: 'failed',
      error: { kind: 'pod-replaced' },
    });
  });
});

describe('judgeWaiting', () => {
  const judge = (
    reason: string,
    message: string,
    { forMs = 0, pullSecrets = [] }: { forMs?: number; pullSecrets?: readonly string[] } = {},
  ) =>
    judgeWaiting(
      { kind: 'waiting', reason, message },
      { ...REF, image: 'tools:1', pullSecrets, isInNewPod: false },
      { reason, sinceMs: 0, nowMs: forMs },
    );

  it.each([
    ['ContainerCreating', ''],
    ['SomethingNew', 'of a later kubelet'],
    ['ErrImagePull', 'dial tcp 10.0.0.1:443: i/o timeout'],
    ['RegistryUnavailable', ''],
    ['constructor', ''],
    ['__proto__', 'of nobody'],
  ])('has patience with %s (%s)', (reason, message) => {
    expect(judge(reason, message, { forMs: 3_600_000 })).toBeUndefined();
  });

  it.each([
    ['failed to resolve reference "tools:1": not found', 'image-not-found'],
    ['manifest unknown', 'image-not-found'],
    ['pull access denied, repository does not exist or may require authorization', 'image-denied'],
    ['unexpected status: 401 Unauthorized', 'image-denied'],
    ['no match for platform in manifest', 'image-platform'],
    ['dial tcp: lookup registry.exmaple: no such host', 'image-unreachable'],
    ['dial tcp 127.0.0.1:80: connect: connection refused', 'image-unreachable'],
    ['tls: failed to verify certificate: x509: certificate signed by unknown authority', 'image-unreachable'],
  ])('gives up on a pull that failed with "%s"', (message, kind) => {
    expect(judge('ErrImagePull', message)).toMatchObject({ kind });
    expect(judge('ImagePullBackOff', `Back-off pulling image: ${message}`)).toMatchObject({ kind });
  });

  it.each([
    { reason: 'InvalidImageName', message: '', kind: 'image-invalid', afterMs: 0 },
    { reason: 'ErrImageNeverPull', message: '', kind: 'image-never-pulled', afterMs: 0 },
    { reason: 'RunContainerError', message: START_ERROR, kind: 'command-not-found', afterMs: 0 },
    {
      reason: 'CreateContainerConfigError',
      message: 'secret "x" not found',
      kind: 'start-failed',
      afterMs: 30_000,
    },
    {
      reason: 'CreateContainerError',
      message: 'invalid target container: container "a" is not running',
      kind: 'target-not-running',
      afterMs: 60_000,
    },
    {
      reason: 'CreateContainerConfigError',
      message: 'container has runAsNonRoot and image will run as root',
      kind: 'run-as-root',
      afterMs: 0,
    },
  ])('gives up on $reason "$message" after $afterMs ms', ({ reason, message, kind, afterMs }) => {
    expect(judge(reason, message, { forMs: afterMs })).toMatchObject({ kind });
    if (afterMs > 0) expect(judge(reason, message, { forMs: afterMs - 1 })).toBeUndefined();
  });

  it.each([
    { pullSecrets: [], hint: /has no imagePullSecrets/ },
    { pullSecrets: ['shop-registry', 'other'], hint: /\(shop-registry, other\) do not grant access/ },
  ])('tells by the pull secrets $pullSecrets what helps against a denied image', ({ pullSecrets, hint }) => {
    expect(judge('ErrImagePull', '401 Unauthorized', { pullSecrets })?.hint).toMatch(hint);
  });

  it('names the image, the container, the pod and the cause', () => {
    expect(judge('ImagePullBackOff', 'not found')?.message).toBe(
      'cannot start debug container "dbg" in shop/web-1: image "tools:1" does not exist in its registry',
    );
  });
});

describe('continueHistory', () => {
  it('starts the clock anew at each new reason', () => {
    const see = (reason: string): StartVerdict => ({ kind: 'waiting', reason, message: '' });
    const first = continueHistory(NO_HISTORY, see('ErrImagePull'), 100);
    const same = continueHistory(first, see('ErrImagePull'), 200);
    const second = continueHistory(same, see('ImagePullBackOff'), 300);
    expect([first, same, second]).toEqual([
      { reason: 'ErrImagePull', sinceMs: 100 },
      { reason: 'ErrImagePull', sinceMs: 100 },
      { reason: 'ImagePullBackOff', sinceMs: 300 },
    ]);
  });
});
