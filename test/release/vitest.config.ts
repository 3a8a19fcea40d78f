import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Installs a release as strangers do. Needs Go, Ruby, Nix, shellcheck, kubectl and the network; see CONTRIBUTING.md. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    name: 'release',
    include: ['test/release/**/*.test.ts'],
    globalSetup: ['test/release/make-release.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
