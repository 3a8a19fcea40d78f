import { badRequest, StatusError } from '../api/request/status-error.ts';

/** The counter of a cluster: each change of an object takes the next number, as in etcd. */
export interface ResourceVersions {
  readonly current: () => number;
  readonly next: () => number;
}

/** Starts well above 0 and 1, because 0 means "any" to clients and 1 "the oldest". */
export function createResourceVersions(first = 100): ResourceVersions {
  let version = first;
  return { current: () => version, next: () => ++version };
}

/**
 * Reads the `resourceVersion` of a list; undefined if there is none. Throws `StatusError` 400 with the server's
 * message.
 */
export function parseListVersion(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!isVersion(text)) throw badRequest(`invalid resource version: ${describeVersion(text)}`);
  return Number(text);
}

/** Like `parseListVersion`, for a watch: a real server answers 500 without a reason. */
export function parseWatchVersion(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!isVersion(text)) throw new StatusError(500, describeVersion(text));
  return Number(text);
}

function isVersion(text: string): boolean {
  return /^\d{1,19}$/.test(text);
}

function describeVersion(text: string): string {
  const value = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${value}: strconv.ParseUint: parsing ${value}: invalid syntax`;
}

/** For a list at a version that does not exist yet: a real server answers this after three seconds. */
export function tooLargeVersion(asked: number, current: number): StatusError {
  return new StatusError(504, `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    reason: 'Timeout',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}
