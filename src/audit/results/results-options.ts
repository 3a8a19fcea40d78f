import type { Expectation } from './fold/expectation.ts';
import type { GroupBy } from './fold/fold-group.ts';
import type { UserPattern } from './fold/user-pattern.ts';

/** What goes to stdout. */
export type ResultsFormat =
  | { readonly kind: 'fold'; readonly groupBy: GroupBy | undefined }
  | { readonly kind: 'prefix' }
  | { readonly kind: 'json' }
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'junit' };

/** How the results of an audit are wanted. */
export interface ResultsOptions {
  readonly format: ResultsFormat;
  readonly masks: readonly UserPattern[];
  readonly expectation: Expectation;
  /** Whether a pod may have several rows, so that only the target tells them apart: `--all-containers`. */
  readonly hasAllContainers: boolean;
  /** Absolute; undefined without `--output-dir`. */
  readonly outputFolder: string | undefined;
  /** `--report`. The file is absolute. */
  readonly report: { readonly file: string; readonly groupBy: GroupBy | undefined } | undefined;
  /** No progress and no last line on stderr. */
  readonly isQuiet: boolean;
}
