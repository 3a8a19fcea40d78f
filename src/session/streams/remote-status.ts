import { shownText } from '../../errors/bounds.ts';

/**
 * What the status channel says. Only `Success` itself is a success: some servers send a Status without the field `status`,
 * which means nothing. An exec carries an exit code, an attach never does.
 */
export type RemoteStatus =
  | { readonly kind: 'success' }
  | { readonly kind: 'exit-code'; readonly exitCode: number }
  | { readonly kind: 'failure'; readonly code: number; readonly message: string }
  | { readonly kind: 'unclear'; readonly text: string };

interface Cause {
  readonly reason?: unknown;
  readonly message?: unknown;
}

interface StatusBody {
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly details?: { readonly causes?: unknown } | null;
}

/** Reads the JSON `metav1.Status` of channel 3; never throws. */
export function parseRemoteStatus(text: string): RemoteStatus {
  const body = parseObject(text);
  if (body?.status === 'Success') return { kind: 'success' };
  if (body?.status !== 'Failure') return { kind: 'unclear', text: shownText(text) };
  const exitCode = readExitCode(body);
  if (exitCode !== undefined) return { kind: 'exit-code', exitCode };
  return {
    kind: 'failure',
    code: typeof body.code === 'number' ? body.code : 500,
    message: shownText(typeof body.message === 'string' ? body.message : text),
  };
}

function parseObject(text: string): StatusBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // a malformed Status is unclear, but no error
  }
}

function readExitCode(body: StatusBody): number | undefined {
  if (body.reason !== 'NonZeroExitCode') return undefined;
  const causes = body.details?.causes;
  const listed = (Array.isArray(causes) ? causes : []) as readonly (Cause | null)[];
  const exitCode = Number(listed.find((each) => each?.reason === 'ExitCode')?.message);
  return Number.isInteger(exitCode) ? exitCode : undefined;
}
