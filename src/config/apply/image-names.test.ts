import { expect, it } from 'vitest';
import { resolveImage } from './image-names.ts';

const placed = (entries: Readonly<Record<string, string>>) =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { value, path: [] }]));

const RULES = {
  images: placed({ net: 'nicolaka/netshoot:v1', own: 'mirror.corp/hub/tools:1', loop: 'net' }),
  registries: placed({
    'docker.io': 'mirror.corp/hub',
    'docker.io/library': 'mirror.corp/official',
    'ghcr.io/org': 'mirror.corp/org',
    'mirror.corp:5000': 'other.corp',
  }),
};

it.each([
  { name: 'busybox', image: 'mirror.corp/official/busybox' },
  { name: 'busybox:1.37', image: 'mirror.corp/official/busybox:1.37' },
  { name: 'docker.io/library/busybox:1', image: 'mirror.corp/official/busybox:1' },
  { name: 'docker.io/busybox:1', image: 'mirror.corp/official/busybox:1' },
  { name: 'index.docker.io/org/tool', image: 'mirror.corp/hub/org/tool' },
  { name: 'org/tool@sha256:abc', image: 'mirror.corp/hub/org/tool@sha256:abc' },
  { name: 'net', image: 'mirror.corp/hub/nicolaka/netshoot:v1' },
  { name: 'own', image: 'mirror.corp/hub/tools:1' },
  { name: 'ghcr.io/org/a:1', image: 'mirror.corp/org/a:1' },
  { name: 'ghcr.io/organ/a:1', image: 'ghcr.io/organ/a:1' },
  { name: 'mirror.corp:5000/a', image: 'other.corp/a' },
  { name: 'localhost/a:dev', image: 'localhost/a:dev' },
  { name: 'registry.corp/a', image: 'registry.corp/a' },
  { name: 'loop', image: 'mirror.corp/official/net' },
])('$name is $image', ({ name, image }) => {
  expect(resolveImage(name, RULES)).toBe(image);
});

it('leaves an image that is below its replacement already', () => {
  const registries = placed({ 'docker.io': 'docker.io/corp' });
  expect(resolveImage('docker.io/corp/a', { images: new Map(), registries })).toBe('docker.io/corp/a');
  expect(resolveImage('b/a', { images: new Map(), registries })).toBe('docker.io/corp/b/a');
});
