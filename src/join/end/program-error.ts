import type { CliError } from '../../errors/cli-error.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** A command whose program a shell in the container could not run. */
export interface UnrunProgram {
  readonly ref: ContainerRef;
  readonly command: readonly string[];
  readonly image: string;
}

/** Explains that the program of a command is `missing` from the image, or cannot be executed (`denied`). */
export function programError(found: 'missing' | 'denied', { ref, command, image }: UnrunProgram): CliError {
  const { namespace, name: pod } = ref;
  const what = `cannot run "${command[0] ?? ''}" in ${describeContainer(ref)}`;
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
