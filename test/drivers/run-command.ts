import type { Io } from '../../src/io.ts';
import { runProgram } from '../../src/program.ts';
import { anIo, type FakeIo, type FakeIoOptions } from '../builders/an-io.ts';
import { OTHER_RUNTIME, startElsewhere, type StartedCommand } from './other-runtime/start-elsewhere.ts';
import { until } from './until.ts';

/** A call of the program that runs in this process. */
export interface RunningCommand extends FakeIo {
  /** Resolves with its exit code. */
  readonly ended: Promise<number>;
  /** Waits for this text. */
  readonly untilStdout: (text: string) => Promise<void>;
  readonly untilStderr: (text: string) => Promise<void>;
}

/** The output and exit code of a call. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions extends FakeIoOptions {
  /** Path of a file. */
  readonly kubeconfig: string;
  readonly replace?: Partial<Io>;
}

/** A folder that cannot be made, so that no test sees another's cache. */
const NO_CACHE = '/dev/null/cache';

/** Starts the program in this process. */
function startHere({ argv, options, replace }: StartedCommand) {
  const fake = anIo(options);
  return { ...fake, ended: runProgram({ ...fake.io, random: () => Math.random(), ...replace }, argv) };
}

/** Starts the program with these arguments, by default with the real clock. */
export function startCommand(argv: readonly string[], options: CommandOptions): RunningCommand {
  const { kubeconfig, replace = {}, ...rest } = options;
  const env = { KUBECONFIG: kubeconfig, XDG_CACHE_HOME: NO_CACHE, ...rest.env };
  const all: FakeIoOptions = { clock: 'real', ...rest, env };
  const start = OTHER_RUNTIME === undefined ? startHere : startElsewhere.bind(undefined, OTHER_RUNTIME);
  const { ended, ...fake } = start({ argv, options: all, replace });
  const describe = (): string =>
    `stdout ${JSON.stringify(fake.stdoutText())}, stderr ${JSON.stringify(fake.stderrText())}`;
  return {
    ...fake,
    ended,
    untilStdout: (text) =>
      until(
        () => fake.stdoutText().includes(text),
        () => `${text} in ${describe()}`,
      ),
    untilStderr: (text) =>
      until(
        () => fake.stderrText().includes(text),
        () => `${text} in ${describe()}`,
      ),
  };
}

/** Waits until a call ends. */
export async function finish(command: RunningCommand): Promise<CommandResult> {
  const exitCode = await command.ended;
  return { exitCode, stdout: command.stdoutText(), stderr: command.stderrText() };
}
