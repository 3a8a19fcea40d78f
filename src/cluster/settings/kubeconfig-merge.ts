import type { EntriesByName, ParsedKubeconfig } from './parse-kubeconfig.ts';

/** All files as one. */
export interface Kubeconfig extends ParsedKubeconfig {
  /** Where it was looked for, whether or not the files exist. */
  readonly paths: readonly string[];
  /** Whether any of them exists. */
  readonly exists: boolean;
}

/**
 * Merges files as kubectl does: of entries with one name the first file's wins whole, and the first current-context
 * that is set. See https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export function mergeKubeconfigs(files: readonly ParsedKubeconfig[], paths: readonly string[]): Kubeconfig {
  const merge = (entriesOf: (file: ParsedKubeconfig) => EntriesByName): EntriesByName =>
    new Map(files.toReversed().flatMap((file) => [...entriesOf(file)]));
  return {
    paths,
    exists: files.length > 0,
    currentContext: files.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    contexts: merge(({ contexts }) => contexts),
    clusters: merge(({ clusters }) => clusters),
    users: merge(({ users }) => users),
  };
}
