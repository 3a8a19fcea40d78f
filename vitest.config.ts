import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What waits ends as soon as it can, so long deadlines cost nothing; a busy machine takes many times as long as a quiet one. */
const expect = { poll: { timeout: 60_000 } };
const deadlines = { testTimeout: 120_000, hookTimeout: 120_000 };
/** A report has the message of a failure alone, so that shows what is compared in full, and not its first 40 characters. */
const chaiConfig = { truncateThreshold: 4000 };
const setupFiles = ['test/drivers/no-warnings.ts'];

// Four kinds of tests: pure rooms and adapters beside their files (unit), whole commands in this
// process against the playground and servers that misbehave (cli), the report of an audit in a real
// browser (browser), the built program against a real cluster (e2e, started by test/cluster/run.mjs).
export default defineConfig({
  test: {
    // Twice as many as a small machine has cores: tests of whole commands wait more than they compute.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          chaiConfig,
          setupFiles,
          include: ['src/**/*.test.ts', 'playground/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...deadlines,
          // Importing a module does nothing, so files can share them: most of the time went into loading them anew.
          isolate: false,
        },
      },
      {
        test: {
          name: 'cli',
          expect,
          chaiConfig,
          setupFiles,
          globalSetup: ['test/drivers/share-build.ts'],
          include: ['test/cli/**/*.test.ts', 'test/faults/**/*.test.ts'],
          isolate: false,
          ...deadlines,
        },
      },
      {
        test: {
          name: 'browser',
          expect,
          chaiConfig,
          include: ['test/browser/**/*.test.ts'],
          ...deadlines,
        },
      },
      {
        test: {
          name: 'e2e',
          expect,
          chaiConfig,
          include: ['test/e2e/**/*.test.ts'],
          // A test waits for a kubelet, a scheduler or an image as long as a busy machine needs.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
