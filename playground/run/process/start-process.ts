import { startPiped } from './piped-process.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';
import { startInTerminal } from './terminal-process.ts';

/**
 * Starts a program with a terminal or with pipes, as its launch asks. What cannot be started at all, for
 * want of a terminal or with a NUL in an argument, says so in its output and has ended with 127; never rejects.
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
