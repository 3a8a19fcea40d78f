import type { Envelope } from '../pod/containers/envelope.ts';

/** How a container is shown. */
export type Way =
  /**
   * By an attach: its streams as they come. `head` says what becomes of output from before the attach: `hold` keeps
   * the later one back until it is known, `live` lets all through at once, and `skip` is for who joins late.
   */
  | { readonly kind: 'attach'; readonly head: 'hold' | 'live' | 'skip' }
  /** By its log, from the first byte, stdout and stderr in one; nothing can be typed. */
  | { readonly kind: 'log' };

/** What decides about the way. */
export interface Situation {
  readonly tty: boolean;
  /** Whether the command is only a shell, which draws its prompt anew. */
  readonly isShell: boolean;
  /** What the command runs in, if it does. */
  readonly envelope: Envelope['kind'] | undefined;
  /** `start`: everything from the first byte; `now`: what comes from now on. */
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
/** The ways to what a container itself runs; an exec runs something else in it. */
export type ContainerVia = Exclude<Via, 'exec'>;

/** What each value of `--via` means; docs/sessions.md says what it promises. */
export const WAYS: Readonly<Record<ContainerVia, WayChoice>> = {
  auto: { carriesInput: true, choose: chooseAttach },
  log: { carriesInput: false, choose: () => ({ kind: 'log' }) },
};

/** Whether what is typed, or comes from a pipe, reaches the command this way. */
export function carriesInput(via: Via): boolean {
  return via === 'exec' || WAYS[via].carriesInput;
}

/** Reads the text of `--via`; undefined for any other text. */
export function parseVia(text: string): Via | undefined {
  return VIAS.find((via) => via === text);
}

function chooseAttach({ tty, isShell, from, envelope }: Situation): Way {
  if (from === 'now') return { kind: 'attach', head: 'skip' };
  // What runs at once has nothing to wait for an attach with: its log is complete, and proves that.
  if (envelope === 'at-once') return { kind: 'log' };
  if (envelope === 'on-line') return { kind: 'attach', head: 'skip' };
  return { kind: 'attach', head: tty && isShell ? 'live' : 'hold' };
}
