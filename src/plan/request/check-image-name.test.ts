import { describe, expect, it } from 'vitest';
import { checkImageName } from './check-image-name.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('checkImageName', () => {
  it.each([
    'busybox',
    'busybox:1.36',
    'UPPER.example/tools',
    'UPPER:5000/tools',
    'docker.io/library/busybox',
    'registry.example:5000/team/tools:V1_x.2-3',
    'a__b/c--d.e_f',
    '[2001:db8::1]:5000/tools',
    `busybox@${DIGEST}`,
    `busybox:1@${DIGEST}`,
    `busybox@sha512+b64:${'0F'.repeat(16)}`,
    'localhost:80/a:1',
    'A-B.c/d',
    'x'.repeat(300),
  ])('takes %s', (image) => {
    expect(() => checkImageName(image)).not.toThrow();
  });

  it.each([
    '',
    'UPPER',
    'UPPER:1',
    'UPPER/tools',
    'UPPER/tools:1',
    'Team/sub/tools',
    'host/UPPER',
    'a b',
    ' a',
    'a\n',
    'a:',
    'a@sha256:abc',
    'a___b',
    'a..b',
    '-a',
    'a-',
    '-host/a',
    'host-/a',
    'a//b',
    '/a',
    'a/',
    'a:b:c',
    'localhost:80:1',
    'host:port/a',
    `a:${'t'.repeat(129)}`,
    'a:-t',
    '[::1]x/a',
    'docker://busybox',
  ])('refuses %j', (image) => {
    expect(() => checkImageName(image)).toThrow(
      expect.objectContaining({
        kind: 'image-invalid',
        message: `invalid image name "${image}": invalid reference format`,
      }),
    );
  });

  it('says what the image is for', () => {
    expect(() => checkImageName('X', 'for container "app"')).toThrow(
      'invalid image name "X" for container "app": invalid reference format',
    );
  });
});
