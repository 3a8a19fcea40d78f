import type { HookRequest } from '../../hook.ts';

/** One received request. */
export interface LoggedRequest extends HookRequest {
  /** HTTP status of the answer, 101 for an upgrade; undefined until the answer, and if there is none. */
  readonly status: number | undefined;
}

/** All requests since the start, oldest first. */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  /** Adds a request; call the returned function with the status once it is answered. */
  readonly add: (request: HookRequest) => (status: number) => void;
}

/** Makes an empty log. */
export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  return {
    entries,
    add: (request) => {
      const index = entries.push({ ...request, status: undefined }) - 1;
      return (status) => {
        entries[index] = { ...request, status };
      };
    },
  };
}
