import { CliError } from '../../errors/cli-error.ts';
import type { LocalPlace } from './cp-request.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';

/** An upload. */
export interface Upload {
  readonly source: LocalPlace;
  readonly destination: OpenPath;
  readonly isOneOfSeveral: boolean;
}

/** Copies a local file or folder, or what a tar stream on stdin holds, into a container. */
export function copyToPod(_: Copying, { destination }: Upload, signal: AbortSignal): Promise<Copied> {
  signal.throwIfAborted();
  return Promise.reject(new CliError('unsupported', `cannot copy to "${destination.text}"`));
}
