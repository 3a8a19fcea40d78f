import type { CliError } from '../../errors/cli-error.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** A command whose program a shell in the container could not run. */
export interface UnrunProgram {
  readonly ref: ContainerRef;
  readonly command: readonly string[];
  readonly image: string;
}

/** Explains that the program of a command is `missing` from the image, or cannot be executed (`denied`). */
export function programError(
  found: 'missing' | 'denied',
  { ref: { namespace, name: pod, container }, command, image }: UnrunProgram,
): CliError {
  const what = `cannot run "${command[0] ?? ''}" in debug container "${container}" in ${namespace}/${pod}`;
  return found === 'missing'
    ? refusalError(what, 'command-not-found', {
        pod,
        namespace,
        said: `image "${image}" has no such program`,
      })
    : refusalError(what, 'command-not-executable', {
        pod,
        namespace,
        said: 'the program cannot be executed',
      });
}
