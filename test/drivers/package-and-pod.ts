import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildPackage, type BuiltPackage } from './build-package.ts';
import { runPlayground, type RunPlayground } from './run-playground.ts';

/** What the built program is run against, once the hooks have made it. */
export interface PackageAndPod {
  readonly built: BuiltPackage;
  readonly cluster: RunPlayground;
  /** The name of a pod that no other test has used. */
  readonly pod: string;
}

/** Gives the tests of a file a built package and a playground, and each test a pod. */
export function usePackageAndPod(): PackageAndPod {
  const made: { built?: BuiltPackage; cluster?: RunPlayground; pod?: string | undefined } = {};
  beforeAll(async () => {
    made.built = buildPackage();
    made.cluster = await runPlayground();
  });
  beforeEach(async () => {
    made.pod = await made.cluster?.makePod();
  });
  afterAll(async () => {
    await made.cluster?.close();
    made.built?.remove();
  });
  return {
    get built() {
      return known(made.built);
    },
    get cluster() {
      return known(made.cluster);
    },
    get pod() {
      return known(made.pod);
    },
  };
}

function known<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('only tests and hooks may use it');
  return made;
}
