import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { describeDetachKeys, type DetachKeys } from '../../session/input/detach-keys.ts';
import type { Output } from '../../session/local/output.ts';
import { attachCommandLine } from '../end/command-lines.ts';
import type { Connected } from '../connected.ts';

/** After so long without a word a person wonders whether anything happens at all, in milliseconds. */
const SILENT_MS = 5000;
/** Who types looks for a prompt. */
const SILENT_TERMINAL_MS = 2000;

/** A command that is waited for. */
export interface AwaitedCommand {
  readonly io: Pick<Io, 'sleep'>;
  readonly output: Output;
  /** Resolves once it runs, or once its terminal is there to be typed into. */
  readonly started: (signal: AbortSignal) => Promise<void>;
  /** Whether keys go to it one by one. */
  readonly isTypedInto: boolean;
  /** Whether it still runs, as far as is known. */
  readonly isSilent: () => boolean;
  readonly say: () => void;
}

/** The same output, which is listened to. */
export interface HeardOutput {
  readonly output: Output;
  readonly stop: () => void;
}

/**
 * Has `say` called once if nothing has come of the command 5 s after its start, 2 s where somebody types; the caller stops the
 * listening.
 */
export function hearSilence({
  io,
  output,
  started,
  isTypedInto,
  isSilent,
  say,
}: AwaitedCommand): HeardOutput {
  const over = new AbortController();
  const { signal } = over;
  started(signal)
    .then(() => io.sleep(isTypedInto ? SILENT_TERMINAL_MS : SILENT_MS, signal))
    .then(
      () => {
        if (!signal.aborted && isSilent()) say();
      },
      () => undefined, // it has said something, or the session is over
    );
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        over.abort();
        output.write(channel, bytes);
      },
    },
    stop: () => over.abort(),
  };
}

/** How a session with a silent command can be left. */
export interface Leaving extends Pick<Connected, 'io' | 'notes' | 'isQuiet'> {
  /** Whether keys go to the command one by one, Ctrl-C included. */
  readonly ownsTerminal: boolean;
  readonly detachKeys: DetachKeys;
  /** Whether its pod is deleted with the session. */
  readonly isRemoved: boolean;
}

/** Says that a debug container is silent, how to leave it and how to come back. */
export function saySilentContainer(ref: ContainerRef, leaving: Leaving): void {
  const keys = keysOf(leaving);
  // Who leaves by the detach keys comes back.
  const then =
    leaving.isRemoved && !leaving.ownsTerminal
      ? `${keys} leaves it, and deletes its pod`
      : `${keys} leaves it running; to come back: ${attachCommandLine(ref)}`;
  say(`debug container "${ref.container}" in ${ref.namespace}/${ref.name}`, leaving, then);
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
  // Without detach keys only its own end ends the session.
  const way = keysOf(leaving) === '' ? '' : `; ${then}`;
  const enter = leaving.ownsTerminal ? '; press Enter if you see no prompt' : '';
  leaving.notes.note(`${what} still runs, with no output so far${enter}${way}`);
  const { io, isQuiet, ownsTerminal } = leaving;
  // A raw terminal has no notion of lines.
  if (!isQuiet && ownsTerminal && io.terminal.hasErrors) io.stderr.write('\r');
}
