import type { EntriesByName, ParsedKubeconfig } from './parse-kubeconfig.ts';

/** The merged files. */
export interface Kubeconfig extends ParsedKubeconfig {
  /** The searched paths, existing or not. */
  readonly paths: readonly string[];
  /** Whether any file exists. */
  readonly exists: boolean;
}

/**
 * Merges files as kubectl does: the first file wins for each entry as a whole, and for current-context. See
 * https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
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
