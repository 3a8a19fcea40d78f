import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import type { CommandName } from './command.ts';

/** What the file of a command exports. */
export interface CommandModule {
  /** Runs the command and returns its exit code. The program prints a `CliError` that it throws. */
  readonly run: (io: Io, input: CommandInput) => Promise<number>;
}

/** Each command is a bundle of its own, so a call loads no code of other commands. */
const LOADERS: Readonly<Record<CommandName, () => Promise<CommandModule>>> = {
  debug: () => import('./debug/debug.ts'),
  attach: () => import('./attach.ts'),
  pods: () => import('./pods/pods.ts'),
  audit: () => import('./audit/audit.ts'),
  check: () => import('./check/check.ts'),
  stop: () => import('./stop/stop.ts'),
  cp: () => import('./cp/cp.ts'),
  snapshot: () => import('./snapshot/snapshot.ts'),
  forward: () => import('./forward/forward.ts'),
  capture: () => import('./capture/capture.ts'),
  completion: () => import('./completion/completion.ts'),
};

/** Loads the code of a command. */
export function loadCommand(name: CommandName): Promise<CommandModule> {
  return LOADERS[name]();
}
