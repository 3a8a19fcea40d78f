import { bytesText } from '../../output/say/transfer-text.ts';
import type { Copied } from './copy-job.ts';

/** The line at the end of a copy: `web-1:/var/log: 12 files, 3.4 MiB, 0.8 s, verified by sha256`. */
export function describeCopied(text: string, copied: Copied, durationMs: number): string {
  const { files, bytes, isVerified } = copied;
  const parts = [
    `${files} ${files === 1 ? 'file' : 'files'}`,
    bytesText(bytes),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...(isVerified ? ['verified by sha256'] : []),
  ];
  return `copied ${text}: ${parts.join(', ')}`;
}
