import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { findProgram } from '../../system/find-program.ts';
import { written } from './byte-writers.ts';
import type { ByteWriter } from './packet-sink.ts';

/** Where Wireshark is if it is not in PATH, which its installers for these systems do not change. */
const USUAL_PLACES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Applications/Wireshark.app/Contents/MacOS/Wireshark',
  win32: 'C:\\Program Files\\Wireshark\\Wireshark.exe',
};

/** How to get it. */
const INSTALL: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'brew install --cask wireshark',
  win32: 'winget install WiresharkFoundation.Wireshark',
  linux: 'install the package wireshark of your distribution',
};

/** Finds Wireshark on this machine. Throws `not-found`. */
export function findWireshark(io: Pick<Io, 'env' | 'platform'>): string {
  const usual = USUAL_PLACES[io.platform];
  const program = findProgram('wireshark', io) ?? (usual === undefined ? undefined : findProgram(usual, io));
  if (program !== undefined) return program;
  const install = INSTALL[io.platform];
  throw new CliError('not-found', 'Wireshark is not installed here: there is no wireshark in PATH', {
    hint: `${install === undefined ? '' : `${install}; or `}write a file to open elsewhere: -w FILE, or pass it on: -w - | ssh HOST wireshark -k -i -`,
  });
}

/** A running Wireshark that shows what is written to it. */
export interface OpenWireshark extends ByteWriter {
  /** Resolves when its window is closed. Rejects if it cannot be started. */
  readonly closed: Promise<void>;
}

/** Starts Wireshark. What it says on stderr is about its own settings, and is left out. */
export async function openWireshark(program: string): Promise<OpenWireshark> {
  const { spawn } = await import('node:child_process');
  // In a group of its own, so that a Ctrl-C in our terminal ends the capture, and the window keeps what it has shown.
  const child = spawn(program, ['-k', '-i', '-'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const closed = whenClosed(child);
  // Its end is heard by `closed`; an unfinished write to it then fails too.
  child.stdin.on('error', () => undefined);
  return {
    closed,
    write: async (bytes) => {
      if (child.stdin.writable) await Promise.race([written(child.stdin, bytes), closed]);
    },
    close: async () => {
      // The window stays open for the user, who reads on when the capture is over.
      if (child.stdin.writable) await new Promise<void>((resolve) => child.stdin.end(resolve));
      child.unref();
    },
  };
}

async function whenClosed(child: ChildProcess): Promise<void> {
  try {
    await once(child, 'exit');
  } catch (cause) {
    throw new CliError('start-failed', `Wireshark cannot be started: ${errorText(cause)}`, {
      hint: 'write a file in place of --open: -w FILE',
      cause,
    });
  }
}
