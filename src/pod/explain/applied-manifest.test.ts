import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { wasAppliedAsSidecar } from './applied-manifest.ts';

const manifest = (spec: unknown) => JSON.stringify({ spec });

it.each([
  {
    label: 'a sidecar',
    text: manifest({ initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] }),
    expected: true,
  },
  { label: 'an init container', text: manifest({ initContainers: [{ name: 'proxy' }] }), expected: false },
  {
    label: 'another sidecar',
    text: manifest({ initContainers: [{ name: 'x', restartPolicy: 'Always' }] }),
    expected: false,
  },
  { label: 'no init containers', text: manifest({}), expected: false },
  { label: 'a list of the wrong type', text: manifest({ initContainers: 'proxy' }), expected: false },
  { label: 'no JSON', text: '{', expected: false },
  { label: 'null', text: 'null', expected: false },
  { label: 'no annotation', text: undefined, expected: false },
])('is $expected for a manifest with $label', ({ text, expected }) => {
  const annotations = {
    ...(text !== undefined && { 'kubectl.kubernetes.io/last-applied-configuration': text }),
  };
  expect(wasAppliedAsSidecar(aPod({ metadata: { annotations } }), 'proxy')).toBe(expected);
});
