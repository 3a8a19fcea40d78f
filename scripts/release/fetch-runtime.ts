import { fetchFromPackage } from './fetch-from-package.ts';
import { RUNTIME_VERSION, type Platform } from './platforms.ts';

/** Returns the path of a platform's runtime, which npm fetches once. */
export function fetchRuntime({ os, runtime, integrity }: Platform): string {
  const file = os === 'windows' ? 'bin/bun.exe' : 'bin/bun';
  return fetchFromPackage({ name: runtime, version: RUNTIME_VERSION, integrity, file });
}
