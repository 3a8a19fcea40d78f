/** How a container is shown. */
export type Way =
  /**
   * By an attach: its streams as they come. `head` says what becomes of output from before the attach: `hold` keeps
   * the later one back until it is known, `live` lets all through at once, and `skip` is for who joins late.
   */
  | { readonly kind: 'attach'; readonly head: 'hold' | 'live' | 'skip' }
  /**
   * By its log, from the first byte; nothing can be typed. An attach may listen beside it, so that both `streams` are
   * told apart.
   */
  | { readonly kind: 'log'; readonly streams: 'apart' | 'merged' };

/** What decides about the way. */
export interface Situation {
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether the command is only a shell, which draws its prompt anew. */
  readonly isShell: boolean;
  /** `start`: everything from the first byte; `now`: what comes from now on. */
  readonly from: 'start' | 'now';
}

interface WayChoice {
  /** Whether input reaches the command. */
  readonly carriesInput: boolean;
  readonly choose: (situation: Situation) => Way;
}

/** The values of `--via`. */
export const VIAS = ['auto', 'attach', 'log', 'exec'] as const;
export type Via = (typeof VIAS)[number];
/** The ways to what a container itself runs; an exec runs something else in it. */
export type ContainerVia = Exclude<Via, 'exec'>;

/** What each value of `--via` means; docs/sessions.md says what it promises. */
export const WAYS: Readonly<Record<ContainerVia, WayChoice>> = {
  auto: {
    carriesInput: true,
    choose: (situation) =>
      situation.stdin || situation.from === 'now'
        ? chooseAttach(situation)
        : { kind: 'log', streams: situation.tty ? 'merged' : 'apart' },
  },
  attach: { carriesInput: true, choose: chooseAttach },
  log: { carriesInput: false, choose: () => ({ kind: 'log', streams: 'merged' }) },
};

/** Whether what is typed, or comes from a pipe, reaches the command this way. */
export function carriesInput(via: Via): boolean {
  return via === 'exec' || WAYS[via].carriesInput;
}

/** Reads the text of `--via`; undefined for any other text. */
export function parseVia(text: string): Via | undefined {
  return VIAS.find((via) => via === text);
}

function chooseAttach({ tty, isShell, from }: Situation): Way {
  if (from === 'now') return { kind: 'attach', head: 'skip' };
  return { kind: 'attach', head: tty && isShell ? 'live' : 'hold' };
}
