import { execFileSync } from 'node:child_process';
import { spawn } from '@lydell/node-pty';
import { createScreen } from './screen.ts';

const LOCAL_PROMPT = 'local$ ';
export const CTRL_C = '\x03';
export const CTRL_D = '\x04';

/** A shell of this machine in a new terminal, as a person starts the program. */
export interface LocalTerminal {
  /** Path of its device. */
  readonly device: string;
  readonly type: (text: string) => void;
  /** Waits for text after the last match. */
  readonly waitFor: (pattern: RegExp | string) => Promise<RegExpExecArray>;
  /** All that the terminal has shown. */
  readonly shown: () => string;
  readonly resize: (size: { readonly columns: number; readonly rows: number }) => void;
  /** Starts the program in the foreground and returns its process id. */
  readonly start: (args: readonly string[]) => Promise<number>;
  /** Waits until the program has ended and returns its exit code. */
  readonly exitCode: () => Promise<number>;
  /** The current modes of the terminal, as `stty -g` prints them. */
  readonly modes: () => string;
  /** Closes the window: its processes get SIGHUP and lose their terminal. */
  readonly close: () => void;
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

const opened = new Set<LocalTerminal>();

interface TerminalOptions {
  /** The program and its first arguments. */
  readonly program: readonly string[];
  /** Path of a file. */
  readonly kubeconfig: string;
}

/** Opens a terminal of 100 columns and 30 rows; `closeTerminals` closes it. */
export async function openLocalTerminal({ program, kubeconfig }: TerminalOptions): Promise<LocalTerminal> {
  const screen = createScreen();
  const pty = spawn('/bin/sh', [], {
    name: 'xterm-256color',
    cols: 100,
    rows: 30,
    env: { ...process.env, KUBECONFIG: kubeconfig, PS1: LOCAL_PROMPT, NO_COLOR: '1' },
  });
  pty.onData(screen.add);
  await screen.waitFor(LOCAL_PROMPT);
  pty.write('tty\r');
  // What comes in two pieces must not be taken for the whole.
  const [, device = ''] = await screen.waitFor(/(\/dev\/\S+)\r/);
  await screen.waitFor(LOCAL_PROMPT);

  const terminal: LocalTerminal = {
    device,
    type: (text) => pty.write(text),
    waitFor: screen.waitFor,
    shown: screen.shown,
    resize: ({ columns, rows }) => pty.resize(columns, rows),
    async start(args) {
      // exec keeps the process id that the inner shell prints.
      const inner = `echo pid=$$; exec ${[...program, ...args].map(quote).join(' ')}`;
      pty.write(`sh -c ${quote(inner)}; echo "exit=$?"\r`);
      return Number((await screen.waitFor(/pid=(\d+)\r/))[1]);
    },
    async exitCode() {
      const match = await screen.waitFor(/exit=(\d+)\r/);
      await screen.waitFor(LOCAL_PROMPT);
      return Number(match[1]);
    },
    modes: () => execFileSync('sh', ['-c', `stty -g < ${device}`], { encoding: 'utf8' }).trim(),
    close() {
      opened.delete(terminal);
      pty.kill();
    },
  };
  opened.add(terminal);
  return terminal;
}

/** Closes all open terminals; for `afterEach`. */
export function closeTerminals(): void {
  for (const terminal of [...opened]) terminal.close();
}
