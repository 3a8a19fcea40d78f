import { CliError } from '../../errors/cli-error.ts';
import type { LocalPlace } from './cp-request.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';

/** A download. */
export interface Download {
  readonly source: OpenPath;
  readonly destination: LocalPlace;
  readonly isOneOfSeveral: boolean;
}

/** Copies a path of a container to a local place. */
export function copyFromPod(_: Copying, { source }: Download, signal: AbortSignal): Promise<Copied> {
  signal.throwIfAborted();
  return Promise.reject(new CliError('unsupported', `cannot copy "${source.text}": this is not built yet`));
}

/** `--follow`. */
export interface Follow {
  readonly source: OpenPath;
  /** With how many of its last lines to begin; undefined for all. */
  readonly tailLines: number | undefined;
}

/** Writes a file of a container to stdout, and goes on as it grows; returns the exit code. */
export function followInPod(_: Copying, { source }: Follow, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  return Promise.reject(new CliError('unsupported', `cannot follow "${source.text}": this is not built yet`));
}
