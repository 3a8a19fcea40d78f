// Runs programs. A signal to this process ends those that run and starts no other: each has its own process group, which
// Ctrl-C on the terminal reaches only through us.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 10_000;

export class StepFailed extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Returns `step`, which runs { command, args, cwd, env } with this process's output and no input. It throws StepFailed when
 * the program fails or a signal has arrived; with `{ always: true }` it runs even after a signal.
 */
export function listenForSignals() {
  let received;
  const running = new Set();
  const pass = (signal) => {
    received ??= signal;
    for (const child of running) end(child);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);

  return async ({ command, args, cwd, env }, { always = false } = {}) => {
    const interrupted = () => new StepFailed(128 + constants.signals[received], `ended by ${received}`);
    if (received !== undefined && !always) throw interrupted();
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    if (!always) running.add(child);
    const status = await new Promise((resolve) => {
      child
        .on('error', (error) => resolve(error.message))
        .on('exit', (code, signal) => resolve(code ?? signal));
    });
    running.delete(child);
    if (received !== undefined && !always) throw interrupted();
    if (status !== 0) throw new StepFailed(1, `failed (${status}): ${[command, ...args].join(' ')}`);
  };
}

/** Ends a process group with SIGTERM, and with SIGKILL if that takes too long. */
function end(leader) {
  const send = (signal) => {
    try {
      process.kill(-leader.pid, signal);
    } catch {
      // the group has ended
    }
  };
  send('SIGTERM');
  const insist = setTimeout(send, GRACE_MS, 'SIGKILL');
  leader.on('exit', () => clearTimeout(insist));
}
