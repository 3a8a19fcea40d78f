import type { Envelope } from '../pod/containers/envelope.ts';

/** How a container is shown. */
export type Way =
  /**
   * By an attach. `earlierOutput` says how output from before the attach is dealt with: `hold` keeps later output back until it is
   * known, `live` shows all output at once, and `skip` does not look for it, for a session that joins late.
   */
  | { readonly kind: 'attach'; readonly earlierOutput: 'hold' | 'live' | 'skip' }
  /** By its log, from the first byte; it has stderr on stdout, and takes no input. */
  | { readonly kind: 'log' };

/** What the way is chosen by. */
export interface Situation {
  readonly tty: boolean;
  /** Whether the command is only a shell, which draws its prompt anew. */
  readonly isShell: boolean;
  /** The envelope of the command, if it has one. */
  readonly envelope: Envelope['kind'] | undefined;
  /** `start`: show everything from the first byte; `now`: what comes from now on. */
  readonly from: 'start' | 'now';
}

interface WayChoice {
  /** Whether input reaches the command. */
  readonly carriesInput: boolean;
  readonly choose: (situation: Situation) => Way;
}

/** The values of `--via`. */
export const VIAS = ['auto', 'log', 'exec'] as const;
export type Via = (typeof VIAS)[number];
/** The ways to show what a container itself runs; an exec runs another command in it. */
export type ContainerVia = Exclude<Via, 'exec'>;

/** What each value of `--via` means; see docs/sessions.md. */
export const WAYS: Readonly<Record<ContainerVia, WayChoice>> = {
  auto: { carriesInput: true, choose: chooseAttach },
  log: { carriesInput: false, choose: () => ({ kind: 'log' }) },
};

/** Whether stdin reaches the command this way. */
export function carriesInput(via: Via): boolean {
  return via === 'exec' || WAYS[via].carriesInput;
}

/** Reads the text of `--via`; undefined for any other text. */
export function parseVia(text: string): Via | undefined {
  return VIAS.find((via) => via === text);
}

function chooseAttach({ tty, isShell, from, envelope }: Situation): Way {
  if (from === 'now') return { kind: 'attach', earlierOutput: 'skip' };
  // Its command does not wait for an attach. The log is complete, and has the records that prove it.
  if (envelope === 'at-once') return { kind: 'log' };
  if (envelope === 'on-line') return { kind: 'attach', earlierOutput: 'skip' };
  return { kind: 'attach', earlierOutput: tty && isShell ? 'live' : 'hold' };
}
