// Runs one program after another so that a signal to this process ends the one that runs, and no other
// begins: each is in a process group of its own, which a Ctrl-C on the terminal reaches only through us.
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
 * Returns `step`, which runs { command, args, cwd, env } with this process's output and no input; it throws
 * StepFailed when the program fails, and when a signal has come. `{ always: true }` runs it all the same.
 */
export function listenForSignals() {
  let received;
  let running;
  const pass = (signal) => {
    received ??= signal;
    running?.(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);

  return async ({ command, args, cwd, env }, { always = false } = {}) => {
    const interrupted = () => new StepFailed(128 + constants.signals[received], `ended by ${received}`);
    if (received !== undefined && !always) throw interrupted();
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    running = always ? undefined : () => end(child);
    const status = await new Promise((resolve) => {
      child
        .on('error', (error) => resolve(error.message))
        .on('exit', (code, signal) => resolve(code ?? signal));
    });
    running = undefined;
    if (received !== undefined && !always) throw interrupted();
    if (status !== 0) throw new StepFailed(1, `failed (${status}): ${[command, ...args].join(' ')}`);
  };
}

/** Ends a group: asks, and after a while insists. */
function end(leader) {
  const send = (signal) => {
    try {
      process.kill(-leader.pid, signal);
    } catch {
      // the group is gone already
    }
  };
  send('SIGTERM');
  const insist = setTimeout(send, GRACE_MS, 'SIGKILL');
  leader.on('exit', () => clearTimeout(insist));
}
