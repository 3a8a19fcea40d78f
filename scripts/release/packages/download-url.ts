import type { Release } from '../release.ts';

/** Where a file of a release can be had. */
export function downloadUrl({ repository, version }: Omit<Release, 'archives'>, file: string): string {
  return `${repository}/releases/download/v${version}/${file}`;
}
