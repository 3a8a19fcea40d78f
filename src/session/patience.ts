/** How long one request may take while we reconnect, in milliseconds. */
export const STEP_MS = 10_000;
/** For how long we try to mend a lost connection, in milliseconds. */
export const GIVE_UP_MS = 120_000;
