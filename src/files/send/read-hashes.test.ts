import { expect, it } from 'vitest';
import { readHashes } from './read-hashes.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

it.each([
  {
    label: 'names in order',
    names: ['x', 'd/y'],
    output: `${A}  ./x\n${B}  ./d/y\n`,
    found: { x: A, 'd/y': B },
  },
  { label: 'a file that is missing', names: ['gone', 'y'], output: `${B}  ./y\n`, found: { y: B } },
  {
    label: 'a line break as it is (busybox)',
    names: ['n\nl'],
    output: `${A}  ./n\nl\n`,
    found: { 'n\nl': A },
  },
  { label: 'a line break escaped (GNU)', names: ['n\nl'], output: `\\${A}  ./n\\nl\n`, found: { 'n\nl': A } },
  { label: 'any bytes', names: ['\xff'], output: `${A}  ./\xff\n`, found: { '\xff': A } },
  { label: 'an output that was cut', names: ['x', 'y'], output: `${A}  ./x\n${B}  .`, found: { x: A } },
  { label: 'another name', names: ['x'], output: `${A}  ./other\n`, found: {} },
])('reads $label', ({ names, output, found }) => {
  expect(Object.fromEntries(readHashes(names, output))).toEqual(found);
});
