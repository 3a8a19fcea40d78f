import type { ProcessEnd } from '../kubelet.ts';
import { killSession } from './kill-processes.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';

declare module '@lydell/node-pty' {
  // With `encoding: null` bytes go both ways, which its own types do not say.
  interface IPty {
    write(data: Buffer): void;
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
