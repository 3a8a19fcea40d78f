import { describe, expect, it } from 'vitest';
import { defaultPullPolicy, isSameImage, parseImageReference } from './image-reference.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('an image name', () => {
  it.each([
    ['busybox', 'docker.io', 'library/busybox', 'latest', undefined],
    ['busybox:1.37', 'docker.io', 'library/busybox', '1.37', undefined],
    ['team/net', 'docker.io', 'team/net', 'latest', undefined],
    ['docker.io/net', 'docker.io', 'library/net', 'latest', undefined],
    ['index.docker.io/team/net:2', 'docker.io', 'team/net', '2', undefined],
    ['localhost/net:dev', 'localhost', 'net', 'dev', undefined],
    ['127.0.0.1:25000/private/net', '127.0.0.1:25000', 'private/net', 'latest', undefined],
    ['registry.corp/a/b/c:1', 'registry.corp', 'a/b/c', '1', undefined],
    ['CORP/a', 'CORP', 'a', 'latest', undefined],
    [`net@${DIGEST}`, 'docker.io', 'library/net', undefined, DIGEST],
    [`r:5000/net:1@${DIGEST}`, 'r:5000', 'net', '1', DIGEST],
  ])('%s is of registry %s, repository %s', (image, registry, repository, tag, digest) => {
    expect(parseImageReference(image)).toEqual({ registry, repository, tag, digest });
  });

  it.each([
    ['busybox', 'docker.io/library/busybox:latest', true],
    ['busybox:1', 'docker.io/library/busybox:2', false],
    ['a/b:1', 'registry.corp/a/b:1', false],
    ['a/b:1', 'a/c:1', false],
    [`a/b:1@${DIGEST}`, `docker.io/a/b@${DIGEST}`, true],
    [`a/b:1@${DIGEST}`, 'a/b:1', false],
  ])('%s is the image %s: %s', (one, other, isSame) => {
    expect(isSameImage(parseImageReference(one), parseImageReference(other))).toBe(isSame);
  });

  it.each([
    ['net', 'Always'],
    ['net:latest', 'Always'],
    [`net:latest@${DIGEST}`, 'Always'],
    ['net:1', 'IfNotPresent'],
    [`net@${DIGEST}`, 'IfNotPresent'],
  ])('%s is pulled %s by default', (image, policy) => {
    expect(defaultPullPolicy(parseImageReference(image))).toBe(policy);
  });
});
