import type { PackageFacts } from '../../scripts/release/packages/package-facts.ts';
import type { Release, ReleaseArchive } from '../../scripts/release/release.ts';

type Platform = readonly [ReleaseArchive['os'], ReleaseArchive['arch'], 'musl'?];

const PLATFORMS: readonly Platform[] = [
  ['linux', 'amd64'],
  ['linux', 'arm64'],
  ['linux', 'amd64', 'musl'],
  ['darwin', 'amd64'],
  ['darwin', 'arm64'],
  ['windows', 'amd64'],
];

/** A release 1.2.3 of all platforms. The hash of each archive is 64 times the number of its place, from 1. */
export function aRelease(fields: Partial<Release> = {}): Release {
  const archives = PLATFORMS.map(([os, arch, libc], index): ReleaseArchive => {
    const name = ['kubectl-debug_v1.2.3', os, arch, ...(libc === undefined ? [] : [libc])].join('_');
    const file = `${name}.${os === 'windows' ? 'zip' : 'tar.gz'}`;
    return { file, os, arch, ...(libc && { libc }), sha256: String(index + 1).repeat(64), bytes: 1000 };
  });
  return { version: '1.2.3', repository: 'https://example.com/shop/kubectl-debug', archives, ...fields };
}

/** What the files for package managers are made from, with `aRelease`. */
export function somePackageFacts(fields: Partial<PackageFacts> = {}): PackageFacts {
  return {
    release: aRelease(),
    npm: { file: 'kubectl-debug-1.2.3.tgz', sha256: 'a'.repeat(64) },
    programs: { 'kubectl-debug': 'bin/kubectl-debug.js', 'kubectl-dbg': 'bin/kubectl-dbg.js' },
    license: 'Apache-2.0',
    ...fields,
  };
}
