/** What an outcome means for the exit code: `ran` is judged by its code and output, `failed` is 3, `skipped` is 0. */
export type OutcomeClass = 'ran' | 'failed' | 'skipped';

/**
 * Every outcome that a row can have, with the sentence that documents it. `exited` is the only one in which the command
 * is known to have come to its own end with its whole output read (or cut at `--max-output`, which the output says).
 */
export const OUTCOMES = {
  exited: { class: 'ran', meaning: 'the command ended by itself; exitCode is its own' },
  incomplete: {
    class: 'failed',
    meaning: 'the command ended, and exitCode is its own, but its output could not be read to the end',
  },
  unproven: {
    class: 'failed',
    meaning:
      'the command ended, but the node has lost the end of what it printed: exitCode is its own, and output lacks something',
  },
  timeout: { class: 'failed', meaning: 'the command ran longer than --timeout, and was ended' },
  'timeout-still-running': {
    class: 'failed',
    meaning: 'the command ran longer than --timeout, and could not be ended: it runs on',
  },
  'not-started': {
    class: 'failed',
    meaning: 'the debug container was added, but could not start; reason says why',
  },
  refused: { class: 'failed', meaning: 'nothing was added: the server, or a rule of ours, said no' },
  vanished: {
    class: 'failed',
    meaning:
      'the pod was deleted, evicted, replaced or finished before the command had ended, or its target ended and took it along',
  },
  error: {
    class: 'failed',
    meaning: 'the cluster could not be asked, or gave an unexpected answer; reason says which',
  },
  unknown: {
    class: 'failed',
    meaning:
      'it is unknown how the command ended in its kept container: the audit was killed, or lost the connection; --rerun-unknown runs it again',
  },
  interrupted: { class: 'failed', meaning: 'the command was ended because the audit was interrupted' },
  'interrupted-still-running': {
    class: 'failed',
    meaning: 'the audit was interrupted, and the command could not be ended: it runs on',
  },
  'not-run': {
    class: 'failed',
    meaning: 'nothing was tried: the audit was stopped before by its canary, --max-failures or an interrupt',
  },
  skipped: {
    class: 'skipped',
    meaning: 'the pod can never take a debug container, so it was no candidate; counts with --strict only',
  },
} as const satisfies Record<string, { readonly class: OutcomeClass; readonly meaning: string }>;

/** One of the documented outcomes. */
export type RunOutcome = keyof typeof OUTCOMES;

/** All outcomes, in the order in which they are documented. */
export const OUTCOME_NAMES: readonly RunOutcome[] = Object.keys(OUTCOMES).filter(isRunOutcome);

/** Whether a text, say of a shard's results, is an outcome. */
export function isRunOutcome(text: string): text is RunOutcome {
  return Object.hasOwn(OUTCOMES, text);
}

/** What the command printed, stdout and stderr as the node's log has them. */
export interface RunOutput {
  /** At most `--max-output` bytes from the start; may be anything, text or not. */
  readonly bytes: Uint8Array;
  /** Whether there was more. */
  readonly isTruncated: boolean;
}

/** The controller of a pod, the topmost one known: a Deployment rather than its ReplicaSet. */
export interface RunOwner {
  readonly kind: string;
  readonly name: string;
}

/** Why a run has the outcome it has. The text is the cluster's in part, and not printable yet. */
export interface RunReason {
  /** One of docs/errors.md. */
  readonly kind: string;
  readonly message: string;
  /** What to type next; '' where there is no such thing. */
  readonly hint: string;
}

/** One command in one pod, or what became of it. Names and addresses are the API's; '' where it gives none. */
export interface RunRow {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly podIPs: readonly string[];
  /** The debug container; '' while none was added. */
  readonly container: string;
  readonly node: string;
  readonly owner: RunOwner | undefined;
  /** The container whose processes the command sees; '' for none. */
  readonly target: string;
  readonly outcome: RunOutcome;
  /** undefined where the command did not end by itself. */
  readonly exitCode: number | undefined;
  readonly output: RunOutput;
  /** The profile that was used in the end, which may be a fallback; '' where no container was made. */
  readonly profile: string;
  /** undefined where the command never started, and ended. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** How long the command ran, where that was measured; the times above are the API's, in whole seconds. */
  readonly durationMs: number | undefined;
  /** Set for every outcome but `exited`. */
  readonly reason: RunReason | undefined;
  /** What else is worth a line: a target that restarted meanwhile, a profile that was taken instead. */
  readonly notes: readonly string[];
}

/** Output of a command that never printed. */
export const NO_OUTPUT: RunOutput = { bytes: new Uint8Array(), isTruncated: false };

/** Whether a row's command ran to its end, so that its code and output can be judged. */
export function hasRun({ outcome }: Pick<RunRow, 'outcome'>): boolean {
  return OUTCOMES[outcome].class === 'ran';
}
