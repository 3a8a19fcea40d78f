import type { Collected } from './collected.ts';

/** What an outcome means for the exit code: `ran` depends on the verdict, `failed` is 3, `skipped` is 0. */
export type OutcomeClass = 'ran' | 'failed' | 'skipped';

/**
 * All outcomes of a row, in the order of docs/audit.md. `exited` is the only one that says: the command ended by itself,
 * and its whole output was read, or cut at `--max-output`.
 */
export const OUTCOMES = {
  exited: 'ran',
  /** The command ended, and `exitCode` is its own, but its output could not be read. */
  incomplete: 'failed',
  /** The command ended, and `exitCode` is the container's, but the node has lost a part of the output. */
  unproven: 'failed',
  /** We ended the command after `--timeout`. */
  timeout: 'failed',
  /** The command ran longer than `--timeout`, and we could not end it. */
  'timeout-still-running': 'failed',
  /** The debug container was added, but could not start. */
  'not-started': 'failed',
  /** The server, or a rule of ours, refused the debug container. */
  refused: 'failed',
  /** The pod was deleted, evicted, replaced or finished, or the command ended with its target container. */
  vanished: 'failed',
  /** The cluster did not answer, or gave an unexpected answer. */
  error: 'failed',
  /** The audit was killed, or lost the connection, while the command ran in a keeper. */
  unknown: 'failed',
  /** We ended the command because the audit was interrupted. */
  interrupted: 'failed',
  /** The audit was interrupted, and we could not end the command. */
  'interrupted-still-running': 'failed',
  /** The canary, `--max-failures` or an interrupt stopped the audit before this item. */
  'not-run': 'failed',
  /** The pod can never take a debug container. */
  skipped: 'skipped',
} as const satisfies Record<string, OutcomeClass>;

export type RunOutcome = keyof typeof OUTCOMES;

/** Whether a text is an outcome. */
export function isRunOutcome(text: string): text is RunOutcome {
  return Object.hasOwn(OUTCOMES, text);
}

/** The output of a command, stdout and stderr together as in the node's log. */
export interface RunOutput {
  /** The first bytes, at most `--max-output`; text or not. */
  readonly bytes: Uint8Array;
  /** Whether the command printed more. */
  readonly isTruncated: boolean;
}

/** The controller of a pod; the Deployment instead of its ReplicaSet. */
export interface RunOwner {
  readonly kind: string;
  readonly name: string;
}

/** Why a run has its outcome. Parts of the text come from the cluster and are not safe to print yet. */
export interface RunReason {
  /** One of the words in docs/errors.md; may be empty. */
  readonly kind: string;
  readonly message: string;
  /** What to type next; may be empty. */
  readonly hint: string;
}

/** The result of one command in one pod. Names and addresses are those of the API, and '' if it has none. */
export interface RunRow {
  /** The context of the pod's cluster; present with `--contexts`. */
  readonly context?: string;
  /** '' in the row of a cluster that cannot be reached, as well as the pod. */
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly podIPs: readonly string[];
  /** The debug container; '' if none was added. */
  readonly container: string;
  readonly node: string;
  readonly owner: RunOwner | undefined;
  /** The container whose processes the command sees; '' for none. */
  readonly target: string;
  readonly outcome: RunOutcome;
  /** undefined if the command did not end by itself. */
  readonly exitCode: number | undefined;
  readonly output: RunOutput;
  /** What `--collect` has brought; undefined for a command. */
  readonly collected?: Collected;
  /** The profile that the server accepted, which may be a fallback; '' if no container was added. */
  readonly profile: string;
  /** undefined if the command did not start. */
  readonly startedAt: Date | undefined;
  /** undefined if the command did not end. */
  readonly finishedAt: Date | undefined;
  /** How long the command ran, if that was measured; the times above are the API's, in whole seconds. */
  readonly durationMs: number | undefined;
  /** Set for every outcome but `exited`. */
  readonly reason: RunReason | undefined;
  /** What else the user should know: the target restarted meanwhile, another profile was used. */
  readonly notes: readonly string[];
}

export const NO_OUTPUT: RunOutput = { bytes: new Uint8Array(), isTruncated: false };

/** Whether the command of a row ended by itself, so that its exit code and output can be judged. */
export function hasRun({ outcome }: Pick<RunRow, 'outcome'>): boolean {
  return OUTCOMES[outcome] === 'ran';
}
