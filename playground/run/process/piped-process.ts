import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { ProcessEnd } from '../../kubelet.ts';
import { killSession } from './kill-processes.ts';
import type { Launch, OutputSink, RunningProcess } from './running-process.ts';

/** How long to read output after the end of a process whose children keep the pipes open, as in containerd's shim. */
const DRAIN_MS = 2000;

/** Starts a program with pipes in a new session. A program that cannot start ends with 127. */
export function startPiped(launch: Launch, sink: OutputSink): RunningProcess {
  const child = spawn(launch.file, [...launch.args], {
    ...(launch.argv0 === undefined ? {} : { argv0: launch.argv0 }),
    cwd: launch.workingFolder,
    env: { ...launch.env },
    detached: true,
    stdio: [launch.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  child.stdout?.on('data', sink.stdout);
  child.stderr?.on('data', sink.stderr);
  // EPIPE: the process has closed its stdin; what a client writes then is lost, as in a pod.
  child.stdin?.on('error', () => undefined);
  return {
    pid,
    ended: endOf(child, () => {
      if (launch.isFirst) killSession(pid);
    }),
    writeStdin: (chunk) => child.stdin?.write(chunk),
    endStdin: () => child.stdin?.end(),
    resize: () => undefined,
    kill: () => killSession(pid),
  };
}

function endOf(child: ChildProcess, cleanUp: () => void): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ exitCode: 127, signal: 0 }));
    child.once('exit', (code, signalName) => {
      cleanUp();
      const signal = signalName === null ? 0 : constants.signals[signalName];
      const end = { exitCode: code ?? 128 + signal, signal };
      const drained = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(end);
      }, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(drained);
        resolve(end);
      });
    });
  });
}
