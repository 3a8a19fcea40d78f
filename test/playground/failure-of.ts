import { type StatusBody, StatusError } from '../../playground/api/request/status-error.ts';

/** The Status of the `StatusError` that an action throws; the test fails if it throws none. */
export function failureOf(action: () => unknown): StatusBody {
  try {
    action();
  } catch (error) {
    if (error instanceof StatusError) return error.body;
    throw error;
  }
  throw new Error('the action did not fail');
}
