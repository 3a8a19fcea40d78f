import { describe, expect, it } from 'vitest';
import { causeOfPullFailure, explainPullFailure } from './image-failures.ts';

const IMAGE = {
  namespace: 'shop',
  name: 'web-1',
  container: 'dbg',
  image: 'registry.example/x:1',
  pullSecrets: [],
  isInNewPod: false,
};
const DENIED =
  'failed to pull and unpack image "registry.example/x:1": failed to authorize: 401 Unauthorized';

describe('explainPullFailure', () => {
  it.each([
    { message: 'failed to resolve reference "x": not found', kind: 'image-not-found' },
    { message: DENIED, kind: 'image-denied' },
    { message: 'dial tcp 10.0.0.1:443: i/o timeout', kind: undefined },
    { message: '', kind: undefined },
  ])('explains "$message" as $kind', ({ message, kind }) => {
    expect(explainPullFailure(message, IMAGE)?.kind).toBe(kind);
  });

  it('names the secrets of the pod in a denial', () => {
    const explained = explainPullFailure(DENIED, { ...IMAGE, pullSecrets: ['registry-key'] });
    expect(`${explained?.why} ${explained?.hint}`).toContain('registry-key');
    const without = explainPullFailure(DENIED, IMAGE);
    expect(`${without?.why} ${without?.hint}`).not.toContain('registry-key');
  });

  it('leads to a copy from a running pod, and to the flag alone in a new pod, which --rm deletes', () => {
    expect(explainPullFailure(DENIED, IMAGE)?.hint).toContain(
      'kubectl-debug web-1 -n shop --copy-to=web-1-debug --image=registry.example/x:1 --image-pull-secret=SECRET',
    );
    const inNewPod = explainPullFailure(DENIED, { ...IMAGE, isInNewPod: true })?.hint;
    expect(inNewPod).toContain('(none) do not grant access: add --image-pull-secret=SECRET');
    expect(inNewPod).not.toContain('web-1');
  });
});

it.each([
  {
    message: 'Failed to pull image "x": failed to resolve reference "docker.io/x": dial tcp: i/o timeout',
    cause: 'dial tcp: i/o timeout',
  },
  { message: 'i/o timeout', cause: 'i/o timeout' },
])('finds the cause of "$message"', ({ message, cause }) => {
  expect(causeOfPullFailure(message).trim()).toBe(cause);
});
