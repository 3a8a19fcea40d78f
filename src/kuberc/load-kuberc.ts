import type { Flag } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import type { AppliedLine } from './apply-kuberc.ts';
import type { KnownCommand, TypedLine } from './expand-line.ts';
import { findKuberc } from './find-kuberc.ts';

/**
 * Finds the user's kuberc and applies it to a command line; undefined if there is nothing to apply. Loads the code
 * for that only if there is a kuberc. `flags` are those of all commands. Throws `kuberc` and `usage`.
 */
export async function loadKuberc<T extends KnownCommand>(
  io: Io,
  line: TypedLine<T>,
  flags: readonly Flag[],
): Promise<AppliedLine<T> | undefined> {
  const location = findKuberc(io, line.argv, flags);
  if (location === undefined) return undefined;
  const { applyKuberc } = await import('./apply-kuberc.ts');
  return applyKuberc(io, location, line);
}
