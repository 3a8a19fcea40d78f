/** What a release consists of, for the texts that package managers read. */
export interface Release {
  /** Without a `v`. */
  readonly version: string;
  /** HTTPS URL without trailing slash. */
  readonly repository: string;
  readonly archives: readonly ReleaseArchive[];
}

/** An archive that people download: `REPOSITORY/releases/download/vVERSION/FILE`. */
export interface ReleaseArchive {
  readonly file: string;
  readonly os: 'linux' | 'darwin' | 'windows';
  readonly arch: 'amd64' | 'arm64';
  /** The C library, where it is not the usual one of the system. */
  readonly libc?: 'musl';
  /** In hex. */
  readonly sha256: string;
  readonly bytes: number;
}
