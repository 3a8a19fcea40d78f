import type { Io } from '../../io.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { describeDetachKeys, type DetachKeys } from '../../session/input/detach-keys.ts';
import type { Listener } from '../hear/tap-output.ts';
import { attachCommandLine } from '../end/command-lines.ts';
import type { Connected } from '../connected.ts';

/** After this time without output a person wonders whether anything happens, in milliseconds. */
const SILENT_MS = 5000;
/** The same for a person who waits for a prompt to type at. */
const SILENT_TERMINAL_MS = 2000;

/** A command whose output is awaited. */
export interface AwaitedCommand {
  readonly io: Pick<Io, 'sleep'>;
  /** Resolves once it runs, or once its terminal can be typed into. */
  readonly started: (signal: AbortSignal) => Promise<void>;
  /** Whether every key goes to it at once. */
  readonly isTypedInto: boolean;
  /** Whether it still runs, as far as we know. */
  readonly isRunning: () => boolean;
  readonly say: () => void;
}

/** A listener for the first output. */
export interface HeardSilence {
  readonly hear: Listener;
  readonly stop: () => void;
}

/** Calls `say` once if a command has no output 5 s after its start, 2 s if a person types. The caller stops it. */
export function hearSilence({ io, started, isTypedInto, isRunning, say }: AwaitedCommand): HeardSilence {
  const over = new AbortController();
  const { signal } = over;
  started(signal)
    .then(() => io.sleep(isTypedInto ? SILENT_TERMINAL_MS : SILENT_MS, signal))
    .then(
      () => {
        if (!signal.aborted && isRunning()) say();
      },
      () => undefined, // output came, or the session is over
    );
  const stop = (): void => over.abort();
  return { hear: stop, stop };
}

/** How a session with a silent command can be left. */
export interface Leaving extends Pick<Connected, 'io' | 'notes' | 'isQuiet'> {
  /** Whether every key goes to the command, Ctrl-C included. */
  readonly ownsTerminal: boolean;
  readonly detachKeys: DetachKeys;
  /** Whether its pod is deleted after the session. */
  readonly isRemoved: boolean;
}

/** Says that a debug container is silent, how to leave it and how to come back. */
export function saySilentContainer(ref: ContainerRef, leaving: Leaving): void {
  const keys = keysOf(leaving);
  // Ctrl-C deletes the pod; the detach keys keep it.
  const then =
    leaving.isRemoved && !leaving.ownsTerminal
      ? `${keys} leaves it, and deletes its pod`
      : `${keys} leaves it running; to come back: ${attachCommandLine(ref)}`;
  say(describeContainer(ref), leaving, then);
}

/** Says that a command run by exec is silent, and how to leave it. */
export function saySilentCommand(what: string, leaving: Leaving): void {
  const then = leaving.ownsTerminal
    ? `${keysOf(leaving)} leaves it running; it cannot be rejoined`
    : `${keysOf(leaving)} ends it`;
  say(what, leaving, then);
}

function keysOf({ ownsTerminal, detachKeys }: Leaving): string {
  return ownsTerminal ? describeDetachKeys(detachKeys) : 'Ctrl-C';
}

function say(what: string, leaving: Leaving, then: string): void {
  // Without detach keys only the end of the command ends the session.
  const way = keysOf(leaving) === '' ? '' : `; ${then}`;
  const enter = leaving.ownsTerminal ? '; press Enter if you see no prompt' : '';
  leaving.notes.note(`${what} still runs, with no output so far${enter}${way}`);
  const { io, isQuiet, ownsTerminal } = leaving;
  // On a raw terminal a line feed does not return to the left.
  if (!isQuiet && ownsTerminal && io.terminal.hasErrors) io.stderr.write('\r');
}
