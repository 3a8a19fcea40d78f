import { readSync } from 'node:fs';
import type { ProcessEnd } from '../../kubelet.ts';
import { killSession } from './kill-processes.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';

declare module '@lydell/node-pty' {
  // Its own types lack that `encoding: null` passes bytes both ways, the stream's events, and the file descriptor.
  interface IPty {
    write(data: Buffer): void;
    on(event: 'end', listener: () => void): void;
    readonly fd: number;
  }
}

/** Starts a program as session leader in a new terminal of 80 columns and 24 rows. */
export async function startInTerminal(launch: Launch, sink: OutputSink): Promise<RunningProcess> {
  const { spawn } = await import('@lydell/node-pty');
  const terminal = spawn(launch.file, [...launch.args], {
    name: launch.env['TERM'] ?? 'xterm',
    cwd: launch.workingFolder,
    env: { ...launch.env },
    encoding: null,
  });
  let hasEnded = false;
  terminal.onData((chunk) => sink.stdout(Buffer.from(chunk)));
  terminal.on('end', () => readRest(terminal.fd, sink.stdout));
  const ended = new Promise<ProcessEnd>((resolve) => {
    terminal.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      if (launch.isFirst) killSession(terminal.pid);
      resolve({ exitCode: signal === 0 ? exitCode : 128 + signal, signal });
    });
  });
  return {
    pid: terminal.pid,
    ended,
    writeStdin: (chunk) => {
      if (!hasEnded) terminal.write(chunk);
    },
    endStdin: () => undefined,
    resize: ({ columns, rows }) => {
      // A size below 1 is ignored, as containerd does.
      if (columns < 1 || rows < 1 || hasEnded) return;
      try {
        terminal.resize(columns, rows);
      } catch {
        // The terminal is already closed; its end is about to be reported.
      }
    },
    kill: () => killSession(terminal.pid),
  };
}

/**
 * Reads what is left in the terminal: the stream takes a hang-up after a short read for its end, although the last
 * output may arrive only then.
 */
function readRest(descriptor: number, print: OutputSink['stdout']): void {
  const chunk = Buffer.alloc(65_536);
  try {
    for (let length = 1; length > 0;) {
      length = readSync(descriptor, chunk);
      print(Buffer.from(chunk.subarray(0, length)));
    }
  } catch {
    // Nothing is left: EIO, or EAGAIN if another process has the terminal open.
  }
}
