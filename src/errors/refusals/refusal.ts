import type { ErrorKind } from '../error-kinds.ts';

/** Who says no in free text, so that nothing but words tells why. */
export type Refuser = 'registry' | 'runtime' | 'policy';

/**
 * One way in which the cluster, or a look at the pod, says no. `{fact}` in a text stands for what is known of the case,
 * as `{pod}` and `{namespace}`.
 */
export interface Refusal {
  /** Of what it is, for who reads the docs. */
  readonly when: string;
  /** The stable word at the end of the line. */
  readonly kind: ErrorKind;
  /** Why, behind what was tried. */
  readonly why: string;
  /** What to type next; each fact in it becomes a word of a shell. */
  readonly next: string;
  /** How free text is recognised. Without it a status code, a field or an event tells, where that is read. */
  readonly said?: { readonly by: Refuser; readonly as: RegExp };
}
