import { readSync } from 'node:fs';
import type { ProcessEnd } from '../../kubelet.ts';
import { killSession } from './kill-processes.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';

declare module '@lydell/node-pty' {
  // What its own types do not say: with `encoding: null` bytes go both ways; its stream can be heard; its descriptor.
  interface IPty {
    write(data: Buffer): void;
    on(event: 'end', listener: () => void): void;
    readonly fd: number;
  }
}

/** Starts a program as the leader of a session in a new terminal of 80 columns and 24 rows. */
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
        // The terminal is closed already, and its end about to be told.
      }
    },
    kill: () => killSession(terminal.pid),
  };
}

/**
 * A hang-up behind a short read is taken for the end of the stream, though what was printed last may only now have
 * come through the terminal.
 */
function readRest(descriptor: number, print: OutputSink['stdout']): void {
  const chunk = Buffer.alloc(65_536);
  try {
    for (let length = 1; length > 0;) {
      length = readSync(descriptor, chunk);
      print(Buffer.from(chunk.subarray(0, length)));
    }
  } catch {
    // Nothing is left: EIO, or EAGAIN where somebody still holds the terminal.
  }
}
