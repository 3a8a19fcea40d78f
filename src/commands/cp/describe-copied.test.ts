import { expect, it } from 'vitest';
import { describeCopied } from './describe-copied.ts';

it.each([
  {
    copied: { files: 1, bytes: 17, isVerified: true, lacksFiles: false, remarks: [] },
    text: 'copied web-1:/x: 1 file, 17 B, 0.8 s, verified by sha256',
  },
  {
    copied: { files: 0, bytes: 0, isVerified: false, lacksFiles: false, remarks: [] },
    text: 'copied web-1:/x: 0 files, 0 B, 0.8 s',
  },
])('says "$text"', ({ copied, text }) => {
  expect(describeCopied('web-1:/x', copied, 810)).toBe(text);
});
