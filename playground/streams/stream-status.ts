import type { JsonObject } from '../json.ts';
import type { ProcessEnd } from '../kubelet.ts';
import type { StreamProtocol } from './stream-frames.ts';

/** The Status that ends an attach, and an exec whose process exited with 0. */
export const SUCCESS: JsonObject = { metadata: {}, status: 'Success' };

/** Neither success nor failure: a v5 server sends it when the runtime refuses TTY and stderr together. */
export const NO_STATUS: JsonObject = { metadata: {} };

/** The Status that ends an exec; the two protocols word a failure differently. */
export function exitStatus(
  end: ProcessEnd,
  protocol: StreamProtocol,
  command: readonly string[],
): JsonObject {
  const code = end.exitCode === 0 && end.signal !== 0 ? 128 + end.signal : end.exitCode;
  if (code === 0) return SUCCESS;
  const why =
    protocol === 'v5.channel.k8s.io'
      ? `command terminated with exit code ${code}`
      : `error executing command [${command.join(' ')}], exit code ${code}`;
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${why}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}

/** The Status of a stream that did not start or that broke. */
export function internalError(why: string): JsonObject {
  return {
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${why}`,
    reason: 'InternalError',
    details: { causes: [{ message: why }] },
    code: 500,
  };
}
