import { CliError } from '../../errors/cli-error.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';

/** A copy from one container to another. */
export interface Between {
  readonly source: OpenPath;
  readonly destination: OpenPath;
  readonly isOneOfSeveral: boolean;
}

/** Copies a path of a container into another container. */
export function copyBetween(
  _: Copying,
  { source, destination }: Between,
  signal: AbortSignal,
): Promise<Copied> {
  signal.throwIfAborted();
  return Promise.reject(new CliError('unsupported', `cannot copy "${source.text}" to "${destination.text}"`));
}
