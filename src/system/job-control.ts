/** The parts of a process that stop, end and signal. */
export interface SignalledProcess {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  readonly kill: (pid: number, name: NodeJS.Signals) => unknown;
  /** Calls the listeners of an event; false if there are none. */
  readonly emit: (name: NodeJS.Signals, signal: NodeJS.Signals) => boolean;
  readonly listeners: (name: NodeJS.Signals) => readonly unknown[];
  readonly on: (name: NodeJS.Signals, listener: NodeJS.SignalsListener) => unknown;
  readonly removeAllListeners: (name: NodeJS.Signals) => unknown;
}

/** What a terminal does to the processes in it. */
export interface JobControl {
  /** As `Io.suspend`. */
  readonly suspend: () => void;
  /** As `Io.signalForeground`. */
  readonly signalForeground: (name: 'SIGINT' | 'SIGTSTP') => void;
  /** Ends this process as one whose terminal is gone. */
  readonly hangUp: () => void;
}

/** Ends this process with the exit code for a signal. */
type EndAsBy = (name: 'SIGINT' | 'SIGHUP') => void;

/** The job control of this system. */
export function jobControlOf(process: SignalledProcess, endAsBy: EndAsBy): JobControl {
  return process.platform === 'win32' ? withoutJobs(process, endAsBy) : withJobs(process);
}

function withJobs(process: SignalledProcess): JobControl {
  return {
    suspend: () => suspend(process),
    signalForeground: (name) => void process.kill(0, name),
    // Node restores terminals when it exits, and dumps core if one of them is gone.
    hangUp: () => {
      process.removeAllListeners('SIGHUP');
      process.kill(process.pid, 'SIGHUP');
    },
  };
}

/** Removes the listeners for the time being, as a signal has its default effect only without one. */
function suspend(process: SignalledProcess): void {
  const listeners = process.listeners('SIGTSTP');
  process.removeAllListeners('SIGTSTP');
  process.kill(process.pid, 'SIGTSTP');
  for (const listener of listeners) process.on('SIGTSTP', listener as NodeJS.SignalsListener);
}

/**
 * On Windows nothing can be stopped, and `process.kill` ends a process at once, without its listeners.
 * See https://nodejs.org/api/process.html#signal-events
 */
function withoutJobs(process: SignalledProcess, endAsBy: EndAsBy): JobControl {
  return {
    suspend: () => undefined,
    signalForeground: (name) => {
      if (name === 'SIGINT' && !process.emit('SIGINT', 'SIGINT')) endAsBy('SIGINT');
    },
    hangUp: () => endAsBy('SIGHUP'),
  };
}
