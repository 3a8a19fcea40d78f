import { CliError } from '../../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../../errors/exit-codes.ts';
import { commandText } from '../../errors/shell-word.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { DetachReason, Outcome } from '../../session/outcome.ts';
import { attachCommandLine } from './command-lines.ts';

function stopCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl-debug stop ${name} -n ${namespace} -c ${container}`;
}

function waysOn(container: LeftContainer): string {
  return [
    ...(container.canBeEnded ? ['Ctrl-C again ends it'] : []),
    `to come back: ${attachCommandLine(container)}`,
    ...(container.isEphemeral ? [`to end it: ${stopCommandLine(container)}`] : []),
  ].join('; ');
}

/** A container whose session has ended or was left. */
export interface LeftContainer extends ContainerRef {
  /** Whether its pod is deleted after the session. */
  readonly isRemoved: boolean;
  /** Whether a second Ctrl-C ends what runs on in it. */
  readonly canBeEnded: boolean;
  /** Whether `kubectl-debug stop` ends it alone, and not with its pod. */
  readonly isEphemeral: boolean;
}

/**
 * Whether a session goes on without us, so that its pod has to stay: we left by the detach keys, or lost the connection. After
 * a signal nobody may come back, so what was made for the session is removed.
 */
export function goesOn(outcome: Outcome): boolean {
  return outcome.kind === 'lost' || (outcome.kind === 'detached' && outcome.by === 'keys');
}

/**
 * Turns the end of a session into our exit code, and says what the person has to know: a warning for what goes on in the
 * cluster unattended. Throws `connection-lost`,
 * `output-incomplete` or `exit-code-unknown` for ends that must not look like a success.
 */
export function endSession(outcome: Outcome, container: LeftContainer, notes: Notes): number {
  const what = describeContainer(container);
  switch (outcome.kind) {
    case 'exited':
      return outcome.exitCode;
    case 'detached':
      if (!container.isRemoved || goesOn(outcome)) notes.warn(`${what} runs on; ${waysOn(container)}`);
      return exitCodeOfDetach(outcome.by);
    case 'lost':
      throw new CliError('connection-lost', `lost the connection to ${what}: ${outcome.reason}`, {
        hint: `it may still run; to come back: ${attachCommandLine(container)}`,
      });
    case 'incomplete':
      throw new CliError('output-incomplete', `part of the output of ${what} is missing: ${outcome.reason}`, {
        hint: container.isRemoved
          ? 'what the node still has goes with the pod; without --rm it stays, for kubectl logs'
          : commandText`what the node still has: kubectl logs ${container.name} -n ${container.namespace} -c ${container.container}`,
      });
    case 'unknown':
      throw new CliError('exit-code-unknown', `the exit code of ${what} cannot be read: ${outcome.reason}`);
  }
}

function exitCodeOfDetach(by: DetachReason): number {
  return by === 'keys' ? EXIT.ok : exitCodeOfInterrupt(by);
}
