import { findKeeper } from '../plan/plan-keeper.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';
import type { ContainerEvents } from '../start/container-events.ts';
import { awaitStart } from './await-start.ts';
import { joinContainer } from './join-container.ts';
import type { Debugging } from './find-targets.ts';
import type { PlannedTarget } from './plan-targets.ts';
import { runInKeeper } from './run-in-keeper.ts';

/** A container that is to be waited for and shown, or in which a command is to be run. */
export interface Shown {
  readonly container: ContainerFields;
  readonly pod: Pod;
  /** Opened before it was added; without them they are opened now. */
  readonly events?: ContainerEvents | undefined;
  /** Whether it was there before. */
  readonly isReused: boolean;
}

/** The keeper that `--reuse` finds in the pod, in place of the container that was planned. */
export function findKept(
  { io, command, notes }: Debugging,
  { plan, current }: PlannedTarget,
): Shown | undefined {
  if (command.exec?.reuses !== true || plan.kind !== 'ephemeral' || current === undefined) return undefined;
  const container = findKeeper(current, plan.container, io.now());
  if (container === undefined) return undefined;
  notes.note(`using debug container "${container.name}", which is kept already`);
  return { container, pod: current, isReused: true };
}

/**
 * Shows what a container runs, runs the command of `--via=exec` in it, or only waits until it runs. Returns the exit
 * code; throws as either.
 */
export function showContainer(
  debugging: Debugging,
  { container, pod, events, isReused }: Shown,
  signal: AbortSignal,
): Promise<number> {
  const { exec, via, removes, startTimeoutMs, runTimeoutMs, detachKeys, reconnects } = debugging.command;
  if (debugging.command.result.kind === 'start')
    return awaitStart(debugging, { pod, container, startTimeoutMs, events, isRemoved: removes }, signal);
  const session = {
    pod,
    startTimeoutMs,
    runTimeoutMs,
    detachKeys,
    isRemoved: removes,
    ...(events && { events }),
  };
  return exec === undefined
    ? joinContainer(debugging, { ...session, container, reconnects, via, from: 'start' }, signal)
    : runInKeeper(debugging, { ...session, keeper: container, exec, isReused }, signal);
}
