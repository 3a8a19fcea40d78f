import { CliError } from '../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../errors/exit-codes.ts';
import { commandText } from '../errors/shell-word.ts';
import type { Notes } from '../output/notes.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { DetachReason, Outcome } from '../session/outcome.ts';

/** The command line that goes back into a debug container. */
export function attachCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl-debug attach ${name} -n ${namespace} -c ${container}`;
}

/** A container whose session is over. */
export interface LeftContainer extends ContainerRef {
  /** Whether its pod is deleted now. */
  readonly isRemoved: boolean;
  /** Whether one more Ctrl-C ends what runs on in it. */
  readonly canBeEnded: boolean;
}

/**
 * Turns the end of a session into our exit code, and says what the person has to know; what runs on in the cluster is
 * a warning, as nobody looks after it any more. Throws `connection-lost`,
 * `output-incomplete` or `exit-code-unknown` for ends that must not look like a success.
 */
export function endSession(outcome: Outcome, container: LeftContainer, notes: Notes): number {
  const what = `debug container "${container.container}" in ${container.namespace}/${container.name}`;
  switch (outcome.kind) {
    case 'exited':
      return outcome.exitCode;
    case 'detached':
      if (!container.isRemoved)
        notes.warn(
          `${what} runs on; ${container.canBeEnded ? 'Ctrl-C again ends it, ' : ''}to come back: ${attachCommandLine(container)}`,
        );
      return exitCodeOfDetach(outcome.by);
    case 'lost':
      throw new CliError('connection-lost', `lost the connection to ${what}: ${outcome.reason}`, {
        hint: `it may still run; to come back: ${attachCommandLine(container)}`,
      });
    case 'incomplete':
      throw new CliError('output-incomplete', `part of the output of ${what} is missing: ${outcome.reason}`, {
        hint: commandText`what the node still has: kubectl logs ${container.name} -n ${container.namespace} -c ${container.container}`,
      });
    case 'unknown':
      throw new CliError('exit-code-unknown', `the exit code of ${what} cannot be read: ${outcome.reason}`);
  }
}

function exitCodeOfDetach(by: DetachReason): number {
  return by === 'keys' ? EXIT.ok : exitCodeOfInterrupt(by);
}
