import type { CommandInput } from '../../flags/flag.ts';
import type { EnvelopeObstacle } from '../../join/envelope-unfit.ts';
import type { Connected } from '../../join/connected.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { DebugCommand } from './request/debug-command.ts';

/** One call of `debug`, as every stage gets it: what was asked for, the connection, and what the targets so far have shown. */
export interface Debugging extends Connected {
  readonly input: CommandInput;
  readonly command: DebugCommand;
  /** Says what holds for more than one target: each text once a call. */
  readonly once: OnceNotes;
  /** What has kept an envelope from running, for a target so far. */
  readonly unfit: Set<EnvelopeObstacle>;
  /** Checks of containers that run already; they end soon, and never reject. */
  readonly verifying: Set<Promise<void>>;
}

export type OnceNotes = Pick<Notes, 'note' | 'warn'>;

/** Notes and warnings of which each text is said once. */
export function makeOnceNotes({ note, warn }: OnceNotes): OnceNotes {
  const said = new Set<string>();
  const once = (say: OnceNotes['note']) => (text: string) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
  return { note: once(note), warn: once(warn) };
}
