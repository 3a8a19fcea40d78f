import { expect, it } from 'vitest';
import { windowsImage } from './windows-image.ts';

it.each([
  [undefined, 'ltsc2022'],
  ['17763', '1809'],
  ['20348', 'ltsc2022'],
  ['25398', 'ltsc2022'],
  ['26100', 'ltsc2025'],
  ['30000', 'ltsc2025'],
  ['14393', 'ltsc2022'],
])('takes for build %s the tag %s', (build, tag) => {
  expect(windowsImage(build)).toBe(`mcr.microsoft.com/windows/nanoserver:${tag}`);
});
