import type { ReleaseArchive } from './release.ts';

/** The runtime in the executables: Bun, from its npm packages. */
export const RUNTIME_VERSION = '1.4.5';

/** A platform that gets an executable. */
export interface Platform extends Pick<ReleaseArchive, 'os' | 'arch' | 'libc'> {
  /** The npm package with the runtime. */
  readonly runtime: string;
  /** The hash of that package as package-lock.json would have it. */
  readonly integrity: string;
  /** What the compiler calls this platform. */
  readonly target: string;
}

/** Each row was looked up once; a package with other bytes is refused. */
export const PLATFORMS: readonly Platform[] = [
  {
    os: 'linux',
    arch: 'amd64',
    runtime: '@oven/bun-linux-x64',
    integrity:
      'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
    target: 'bun-linux-x64',
  },
  {
    os: 'linux',
    arch: 'arm64',
    runtime: '@oven/bun-linux-aarch64',
    integrity:
      'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
    target: 'bun-linux-arm64',
  },
  {
    os: 'linux',
    arch: 'amd64',
    libc: 'musl',
    runtime: '@oven/bun-linux-x64-musl',
    integrity:
      'sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
    target: 'bun-linux-x64-musl',
  },
  {
    os: 'darwin',
    arch: 'amd64',
    runtime: '@oven/bun-darwin-x64',
    integrity:
      'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
    target: 'bun-darwin-x64',
  },
  {
    os: 'darwin',
    arch: 'arm64',
    runtime: '@oven/bun-darwin-aarch64',
    integrity:
      'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
    target: 'bun-darwin-arm64',
  },
  {
    os: 'windows',
    arch: 'amd64',
    runtime: '@oven/bun-windows-x64',
    integrity:
      'sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
    target: 'bun-windows-x64',
  },
];

/** `linux_amd64_musl`, as in the names of archives. */
export const nameOf = ({ os, arch, libc }: Pick<Platform, 'os' | 'arch' | 'libc'>): string =>
  [os, arch, ...(libc === undefined ? [] : [libc])].join('_');

/** What names of archives call a processor that Node calls `arch`: `amd64` for `x64`. */
export const processorOf = (arch: string): string => (arch === 'x64' ? 'amd64' : arch);

/** The platform of this machine, whose runtime is also the compiler for the others; undefined if there is none. */
export function platformOf({
  platform,
  arch,
}: Pick<NodeJS.Process, 'platform' | 'arch'>): Platform | undefined {
  const os = platform === 'win32' ? 'windows' : platform;
  const processor = processorOf(arch);
  return PLATFORMS.find((row) => row.os === os && row.arch === processor);
}
