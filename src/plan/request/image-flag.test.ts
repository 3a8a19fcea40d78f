import { expect, it } from 'vitest';
import { imageFlag } from './image-flag.ts';

it.each([
  { image: undefined, expected: '' },
  { image: 'busybox:1.36', expected: ' --image=busybox:1.36' },
  { image: 'a b', expected: " --image='a b'" },
])('is "$expected" for the image $image', ({ image, expected }) => {
  expect(imageFlag(image)).toBe(expected);
});
