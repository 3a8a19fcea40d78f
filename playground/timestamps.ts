/** A time as the API server writes it: RFC 3339 in UTC, whole seconds. */
export function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The time this many seconds later. */
export function addSeconds(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
