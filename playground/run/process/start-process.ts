import { startPiped } from './piped-process.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';
import { startInTerminal } from './terminal-process.ts';

/**
 * Starts a program with a terminal or with pipes. If it cannot start, because there is no terminal or an argument has
 * a NUL, its output says so and its exit code is 127; never rejects.
 */
export async function startProcess(launch: Launch, sink: OutputSink): Promise<RunningProcess> {
  try {
    return await (launch.tty ? startInTerminal(launch, sink) : startPiped(launch, sink));
  } catch (error) {
    const { stdout, stderr } = sink;
    const say = launch.tty ? stdout : stderr;
    say(Buffer.from(`${error instanceof Error ? error.message : String(error)}\n`));
    return NEVER_STARTED;
  }
}

const NEVER_STARTED: RunningProcess = {
  pid: 0,
  ended: Promise.resolve({ exitCode: 127, signal: 0 }),
  writeStdin: () => undefined,
  endStdin: () => undefined,
  resize: () => undefined,
  kill: () => undefined,
};
