import { describe, expect, it } from 'vitest';
import { parseImageReference } from './image-reference.ts';
import { matchesRegistry } from './match-registry.ts';

describe('an entry of a pull secret', () => {
  it.each([
    ['registry.corp', 'registry.corp/team/net', true],
    ['https://registry.corp', 'registry.corp/net', true],
    ['http://registry.corp/', 'registry.corp/net', true],
    ['https://registry.corp/v1/', 'registry.corp/net', true],
    ['https://registry.corp/v2/team', 'registry.corp/team/net', true],
    ['registry.corp/team', 'registry.corp/team/net', true],
    // By the kubelet's rule the path is the beginning of a text, not of a folder.
    ['registry.corp/team', 'registry.corp/teammates/net', true],
    ['registry.corp/team/net', 'registry.corp/team', false],
    ['registry.corp/other', 'registry.corp/team/net', false],
    ['registry.corp', 'registry.corp:5000/net', false],
    ['registry.corp:5000', 'registry.corp:5000/net', true],
    ['registry.corp:5000', 'registry.corp/net', false],
    ['127.0.0.1:25000', '127.0.0.1:25000/private/net:dev', true],
    ['*.corp', 'registry.corp/net', true],
    ['*.corp', 'a.registry.corp/net', false],
    ['*.*.corp', 'a.registry.corp/net', true],
    ['reg*ry.corp', 'registry.corp/net', true],
    ['r*g*s*y.corp', 'registry.corp/net', true],
    ['registry*registry.corp', 'registry.corp/net', false],
    ['*', 'localhost/net', true],
    ['corp', 'registry.corp/net', false],
    ['https://user:password@registry.corp', 'registry.corp/net', true],
    ['https://index.docker.io/v1/', 'busybox', true],
    ['index.docker.io', 'team/net', true],
    ['https://index.docker.io/v1', 'busybox', false],
    ['docker.io', 'busybox', true],
    ['docker.io/team', 'team/net', true],
    ['docker.io/team', 'busybox', false],
    ['registry-1.docker.io', 'busybox', false],
    ['https://index.docker.io/v1/', 'registry.corp/net', false],
    ['registry.corp:port', 'registry.corp/net', false],
    ['', 'registry.corp/net', false],
  ])('%s for %s: %s', (key, image, matches) => {
    expect(matchesRegistry(key, parseImageReference(image))).toBe(matches);
  });
});
