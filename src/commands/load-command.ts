import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import type { CommandName } from './command.ts';

/** What a command's own file exports. */
export interface CommandModule {
  /** Carries the command out and returns its exit code; the program shows a `CliError` that it throws. */
  readonly run: (io: Io, input: CommandInput) => Promise<number>;
}

/** Each command's code is a bundle of its own: a call loads what it needs, and no other command. */
const LOADERS: Readonly<Record<CommandName, () => Promise<CommandModule>>> = {
  debug: () => import('./debug/debug.ts'),
  attach: () => import('./attach.ts'),
  pods: () => import('./pods/pods.ts'),
  audit: () => import('./audit/audit.ts'),
  check: () => import('./check/check.ts'),
  stop: () => import('./stop/stop.ts'),
  completion: () => import('./completion/completion.ts'),
};

/** Loads the code of a command. */
export function loadCommand(name: CommandName): Promise<CommandModule> {
  return LOADERS[name]();
}
