import type { Cluster } from '../../cluster/cluster.ts';
import type { Expectation } from './fold/expectation.ts';
import type { OpenRecord } from '../../record/recorder.ts';
import type { GroupBy } from './fold/fold-group.ts';
import type { ConfigMapRef } from './report/report-target.ts';
import type { UserPattern } from './fold/user-pattern.ts';

/** The format on stdout. */
export type ResultsFormat =
  | { readonly kind: 'fold'; readonly groupBy: GroupBy | undefined }
  | { readonly kind: 'prefix' }
  | { readonly kind: 'json' }
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'junit' };

/** Where a report goes: an absolute path of a page in HTML or Markdown, or a ConfigMap. */
export type ReportOption = { readonly groupBy: GroupBy | undefined } & (
  | { readonly kind: 'file' | 'markdown'; readonly file: string }
  | { readonly kind: 'configmap'; readonly map: ConfigMapRef }
);

/** How to show the results of an audit. */
export interface ResultsOptions {
  readonly format: ResultsFormat;
  readonly masks: readonly UserPattern[];
  readonly expectation: Expectation;
  /** `--all-containers`: whether a pod may have several rows, so that only their targets tell them apart. */
  readonly hasAllContainers: boolean;
  /** Whether all rows are of one context, so that names of pods are clear without it. */
  readonly isOneContext?: boolean;
  /** Absolute; undefined without `--output-dir`. */
  readonly outputFolder: string | undefined;
  /** The folder of `--collect`, whose files are written as they come. */
  readonly collectFolder?: string;
  /** `--report`. */
  readonly report: ReportOption | undefined;
  /** The cluster of a report that goes to a ConfigMap. */
  readonly cluster?: Cluster;
  /** `--record`; the results close it. */
  readonly record?: OpenRecord;
  /** `-q`: no progress and no notes on stderr. */
  readonly isQuiet: boolean;
}
