import type { Release } from '../release.ts';

/** A file that is not an archive of a platform. */
export interface ReleaseFile {
  readonly file: string;
  /** In hex. */
  readonly sha256: string;
}

/** What the files for package managers are made from. */
export interface PackageFacts {
  readonly release: Release;
  /** The package of npm, which Nix takes too. */
  readonly npm: ReleaseFile;
  /** The names of the programs of the package of npm, and their files in it. */
  readonly programs: Readonly<Record<string, string>>;
  /** The SPDX name of the licence. */
  readonly license: string;
}
