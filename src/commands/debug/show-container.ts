import { awaitStart } from '../../join/await-start.ts';
import { joinContainer } from '../../join/join-container.ts';
import { runInKeeper } from '../../join/keeper/run-in-keeper.ts';
import type { SessionRequest } from '../../join/watched.ts';
import type { Debugging } from './debugging.ts';
import { keeperCommandLine } from './way-back.ts';

/** A container to wait for, and to show or to run a command in. */
export interface ContainerToShow extends Pick<SessionRequest, 'container' | 'pod' | 'events' | 'onGoesOn'> {
  /** Whether an earlier call has added it. */
  readonly isReused: boolean;
}

/**
 * Does in a container what the command line asks for: waits for its start, runs the command of `--via=exec` in it, or shows
 * what it runs. Returns our exit code; throws as these do.
 */
export function showContainer(
  debugging: Debugging,
  { isReused, ...shown }: ContainerToShow,
  signal: AbortSignal,
): Promise<number> {
  const { result, exec, via, removes, startTimeoutMs, runTimeoutMs, detachKeys, reconnects } =
    debugging.command;
  const request = { ...shown, startTimeoutMs, runTimeoutMs, detachKeys, isRemoved: removes };
  const onVerifying = (check: Promise<void>): void => void debugging.verifying.add(check);
  if (exec === undefined)
    return result.kind === 'start'
      ? awaitStart(debugging, { ...request, onVerifying }, signal)
      : joinContainer(debugging, { ...request, reconnects, via, from: 'start' }, signal);
  const wayBack = keeperCommandLine(debugging, shown.pod, shown.container.name);
  if (result.kind === 'start') return awaitStart(debugging, { ...request, wayBack, onVerifying }, signal);
  return runInKeeper(debugging, { ...request, exec, isReused, wayBack }, signal);
}
