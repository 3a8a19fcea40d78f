import { expect, it } from 'vitest';
import { readContainerId } from './container-id.ts';

const ID = '0123456789abcdef'.repeat(4);

it.each([
  { text: `containerd://${ID}`, expected: ID },
  { text: `cri-o://${ID}`, expected: ID },
  { text: `docker://${ID.slice(0, 12)}`, expected: ID.slice(0, 12) },
  { text: `containerd://${ID.slice(0, 11)}`, expected: undefined },
  { text: `containerd://${ID}$(reboot)`, expected: undefined },
  { text: 'containerd://../../etc', expected: undefined },
  { text: ID, expected: undefined },
  { text: '', expected: undefined },
  { text: undefined, expected: undefined },
])('reads $text as $expected', ({ text, expected }) => {
  expect(readContainerId(text)).toBe(expected);
});
