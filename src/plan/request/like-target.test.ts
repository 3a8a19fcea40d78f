import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { parseMounts, sourceContainer, takeOver } from './like-target.ts';

it.each([
  { text: undefined, expected: 'none' },
  { text: 'false', expected: 'none' },
  { text: 'true', expected: 'read-only' },
  { text: 'ro', expected: 'read-only' },
  { text: 'rw', expected: 'read-write' },
])('reads --mount-like-target=$text as $expected', ({ text, expected }) => {
  expect(parseMounts(text)).toBe(expected);
});

it.each(['', 'yes', 'RW'])('refuses --mount-like-target=%s', (text) => {
  expect(() => parseMounts(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
});

describe('sourceContainer', () => {
  const flag = '--env-from-target';
  const two = { apps: [{ name: 'web' }, { name: 'log' }], inits: [{ name: 'setup' }] };
  const annotations = { 'kubectl.kubernetes.io/default-container': 'log' };
  it.each([
    { label: 'the target', pod: aPod(two), target: 'setup', expected: 'setup' },
    {
      label: 'the target before the annotation',
      pod: aPod({ ...two, metadata: { annotations } }),
      target: 'web',
      expected: 'web',
    },
    {
      label: 'the annotation',
      pod: aPod({ ...two, metadata: { annotations } }),
      target: undefined,
      expected: 'log',
    },
    { label: 'the only app', pod: aPod({ inits: [{ name: 'setup' }] }), target: undefined, expected: 'app' },
  ])('takes $label', ({ pod, target, expected }) => {
    expect(sourceContainer(pod, { target, flag }).name).toBe(expected);
  });

  it('asks which of several apps', () => {
    expect(() => sourceContainer(aPod(two), { target: undefined, flag })).toThrow(
      expect.objectContaining({
        kind: 'ambiguous',
        message: '--env-from-target: shop/web-1 has more than one container: setup, web, log',
      }),
    );
  });
});

describe('takeOver', () => {
  const [source] = listContainers(
    aPod({
      apps: [
        {
          env: [
            { name: 'A', value: '1' },
            { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          ],
          envFrom: [{ prefix: 'P_' }],
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'conf', mountPath: '/etc/x', subPath: 'x' },
          ],
        },
      ],
    }),
  );
  if (source === undefined) throw new Error('the pod has a container');

  it('copies nothing that was not asked for', () => {
    expect(takeOver(source, { env: false, mounts: 'none' }, [])).toEqual({ fields: {}, warnings: [] });
  });

  it('copies variables that the user did not give, and names the container of a resource', () => {
    expect(takeOver(source, { env: true, mounts: 'none' }, [{ name: 'A', value: '2' }]).fields).toEqual({
      env: [{ name: 'B', valueFrom: { resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } } }],
      envFrom: [{ prefix: 'P_' }],
    });
  });

  it.each([
    { mounts: 'read-only', expected: { name: 'data', mountPath: '/data', readOnly: true } },
    { mounts: 'read-write', expected: { name: 'data', mountPath: '/data' } },
  ] as const)('mounts volumes $mounts, and warns about a subPath', ({ mounts, expected }) => {
    const { fields, warnings } = takeOver(source, { env: false, mounts }, []);
    expect(fields).toEqual({ volumeMounts: [expected] });
    expect(warnings).toEqual([expect.stringContaining('leaves out /etc/x of container "app"')]);
  });
});
