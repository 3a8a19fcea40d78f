import { describe, expect, it } from 'vitest';
import { needs, PURPOSE_NAMES, purposeOf, rightsFor } from './purposes.ts';

describe('purposes', () => {
  it.each([
    { right: { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers' }, expected: 'debug' },
    { right: { verb: 'create', resource: 'pods', subresource: 'exec' }, expected: 'exec' },
    { right: { verb: 'create', resource: 'pods', subresource: 'portforward' }, expected: 'forward' },
    { right: { verb: 'create', resource: 'pods' }, expected: 'copies' },
    { right: { verb: 'get', resource: 'nodes', isClusterWide: true }, expected: 'nodes' },
    { right: { verb: 'get', group: 'apps', resource: 'deployments' }, expected: 'workloads' },
    { right: { verb: 'list', resource: 'pods', isClusterWide: true }, expected: undefined },
    { right: { verb: 'delete', resource: 'nodes', isClusterWide: true }, expected: undefined },
  ] as const)('finds $expected for $right', ({ right, expected }) => {
    expect(purposeOf(right)).toBe(expected);
  });

  it('always give what it takes to see pods', () => {
    for (const purpose of PURPOSE_NAMES)
      expect(rightsFor(purpose)).toEqual(expect.arrayContaining([{ verb: 'get', resource: 'pods' }]));
  });

  it('give what it takes to join what runs in pods, except for ports, which need no more than kubectl asks for', () => {
    expect(rightsFor('forward')).toEqual([
      { verb: 'get', resource: 'pods' },
      { verb: 'list', resource: 'pods' },
      { verb: 'watch', resource: 'pods' },
      { verb: 'get', resource: 'pods', subresource: 'portforward' },
      { verb: 'create', resource: 'pods', subresource: 'portforward' },
    ]);
    for (const purpose of PURPOSE_NAMES.filter((name) => name !== 'forward'))
      expect(rightsFor(purpose)).toEqual(
        expect.arrayContaining([{ verb: 'create', resource: 'pods', subresource: 'attach' }]),
      );
  });

  it('go on without events', () => {
    expect(needs(['debug'], 'events')).toBe(false);
    expect(needs(['debug'], 'containers')).toBe(true);
    expect(needs(['debug'], 'exec')).toBe(false);
    expect(needs(['debug', 'exec'], 'exec')).toBe(true);
  });
});
