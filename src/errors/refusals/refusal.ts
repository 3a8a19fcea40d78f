import type { ErrorKind } from '../error-kinds.ts';

/** Who refuses in free text, so that only the words tell why. */
export type Refuser = 'registry' | 'runtime' | 'policy';

/** One way to be refused. `{fact}` in a text, as `{pod}` or `{namespace}`, stands for a fact of the case. */
export interface Refusal {
  /** What happened, for docs/errors.md. */
  readonly when: string;
  /** The stable word at the end of the error line. */
  readonly kind: ErrorKind;
  /** The reason; what was tried comes before it. */
  readonly why: string;
  /** What to type next. Each fact in it becomes one word of a shell. */
  readonly next: string;
  /** How free text is recognised; absent where a status code, a field or an event tells. */
  readonly said?: { readonly by: Refuser; readonly as: RegExp };
}
