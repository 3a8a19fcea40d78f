import type { FixtureName } from './fixtures.ts';

/** Returns what a field of our object is where kubectl's is `value`. */
export type ChangeField = (field: string, value: unknown) => unknown;

/** What the two programs make of a row; `listed` starts a row of docs/differences-from-kubectl.md. */
export type Expectation =
  /** Both do it: equal objects, and what kubectl says is said. */
  | { readonly kind: 'same' }
  /** Both do it, and ours says something else. */
  | { readonly kind: 'other-words'; readonly listed: string }
  /** Both fail, and nothing changes. */
  | { readonly kind: 'refused' }
  /** kubectl does something; ours fails, and nothing changes. */
  | { readonly kind: 'ours-refuses'; readonly listed: string }
  /** kubectl fails; ours does it. */
  | { readonly kind: 'kubectl-refuses'; readonly listed: string }
  /** kubectl crashes, with whatever exit code, and nothing changes; ours does it. */
  | { readonly kind: 'kubectl-crashes'; readonly listed: string }
  /** Both fail, kubectl when it has changed something already. */
  | { readonly kind: 'kubectl-half-done'; readonly listed: string }
  /** Both do it; `change`, called with each field as a reviver of JSON is, makes our object of kubectl's. */
  | { readonly kind: 'other-object'; readonly listed: string; readonly change: ChangeField };

/**
 * One command line for both programs, each on copies of the same pods. `{pod}`, `{pod2}` stand for their names,
 * `{copy}` for a name that is free, `{node}`, `{namespace}`, and `{folder}` for a folder with the files that are named.
 */
export interface Row {
  readonly expects: Expectation;
  /** The word that both programs start with; without one it is `debug` for kubectl, and none for ours. */
  readonly word?: string;
  readonly pods: readonly FixtureName[];
  readonly args: readonly string[];
  /** The name of a file. */
  readonly stdin?: string;
}

/** The pods of a row, and what stands behind the words that all rows of a table start with. */
export type Entry = readonly [pods: FixtureName | readonly FixtureName[], ...args: readonly string[]];

/** The words that a row starts with. */
export const EPHEMERAL = ['{pod}', '--image=busybox'] as const;
export const COPY = ['{pod}', '--copy-to={copy}'] as const;
export const NODE = ['node/{node}', '--image=busybox'] as const;
export const BARE = [] as const;

export const PROFILES = ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin', 'legacy'] as const;

/** Rows that start with the same words and expect the same. */
export function rows(
  expects: Expectation,
  start: readonly string[],
  entries: readonly Entry[],
): readonly Row[] {
  return entries.map(([pods, ...args]) => ({
    expects,
    pods: typeof pods === 'string' ? [pods] : pods,
    args: [...start, ...args],
  }));
}

export const SAME = { kind: 'same' } as const;
export const REFUSED = { kind: 'refused' } as const;
