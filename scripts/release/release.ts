/** An archive with the executable for one platform. */
export interface ReleaseArchive {
  /** Its name, such as `kubectl-debug_v0.1.0_linux_amd64.tar.gz`. */
  readonly file: string;
  readonly os: 'linux' | 'darwin' | 'windows';
  readonly arch: 'amd64' | 'arm64';
  /** Only where it is not the usual one of the system. */
  readonly libc?: 'musl';
  /** In hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** What a release consists of, and where it can be had. */
export interface Release {
  readonly version: string;
  /** An https URL without a slash at the end. */
  readonly repository: string;
  readonly archives: readonly ReleaseArchive[];
}
