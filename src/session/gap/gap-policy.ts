/** How a gap is looked for. */
export interface GapPolicy {
  /** Whether the log can be shown in place of streams that fit it in no single place. */
  readonly mayFollowLog: boolean;
  /** How long output may settle before the log is read, in milliseconds. */
  readonly settleMs: number;
  /** Whether output is shown meanwhile. Then we can wait for a log that is still empty, but not beyond the end of the container. */
  readonly isShownAtOnce: boolean;
  /** Why output is missing: the log was read, or it could not be. */
  readonly why: { readonly read: string; readonly unreadable: string };
}

const FIRST_WHY = {
  read: 'the log does not show what was printed',
  unreadable: 'the log could not be read in time',
} as const;

/** A first attach: all output waits for what was printed before. */
export const FIRST_ATTACH: GapPolicy = {
  mayFollowLog: true,
  settleMs: 0,
  isShownAtOnce: false,
  why: FIRST_WHY,
};

/** A first attach to a shell, which draws its prompt within 300 ms. That is shown at once, so the log cannot replace it. */
export const SHELL: GapPolicy = { mayFollowLog: false, settleMs: 300, isShownAtOnce: true, why: FIRST_WHY };

/** A new attach in place of one that was lost: part of its output was shown, so the log cannot replace it. */
export const REATTACH: GapPolicy = {
  mayFollowLog: false,
  settleMs: 0,
  isShownAtOnce: false,
  why: {
    read: 'the log does not show what was printed while the connection was lost',
    unreadable: 'the log could not be read',
  },
};
