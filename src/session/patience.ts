/** How long one request of a try may take, in milliseconds. */
export const STEP_MS = 10_000;
/** For how long a lost connection is worth a try, in milliseconds. */
export const GIVE_UP_MS = 120_000;
