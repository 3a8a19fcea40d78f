/** What a remote program may leave switched on when its session ends. */
interface LeftOn {
  /** Private modes, by the parameter of DECSET (`ESC [ ? n h`) and DECRST (`ESC [ ? n l`). */
  readonly modes: ReadonlySet<number>;
  readonly isCursorHidden: boolean;
  readonly isStyled: boolean;
  readonly hasScrollRegion: boolean;
  readonly hasApplicationKeypad: boolean;
}

const NOTHING: LeftOn = {
  modes: new Set(),
  isCursorHidden: false,
  isStyled: false,
  hasScrollRegion: false,
  hasApplicationKeypad: false,
};
/** Modes that a shell expects off: application cursor keys, alternate screens, mouse, focus, bracketed paste. */
const RESTORED_WHEN_OFF = [1, 1049, 1047, 47, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 2004];
const ALTERNATE_SCREENS = [1049, 1047, 47];
const CURSOR = 25;

/** See https://invisible-island.net/xterm/ctlseqs/ctlseqs.html; the tables below name the groups. */
const SEQUENCES =
  /\x1b(?:\[\?(?<modes>[\d;]+)(?<action>[hl])|\[(?<parameters>[\d;:]*)(?<final>[mr])|(?<reset>c|\[!p)|(?<keypad>[=>]))/g;
/** A sequence that may go on in the next chunk. The bound is longer than any sequence above. */
const UNFINISHED = /\x1b(?:\[[?!]?[\d;:]{0,32})?$/;

/** Follows the output of a session to know what to reset at its end. */
export interface TerminalModes {
  readonly see: (bytes: Buffer) => void;
  /** Whether a full-screen program owns the screen. */
  readonly isFullScreen: () => boolean;
  /** The control sequence that resets the terminal; empty if nothing was left on. */
  readonly resetSequence: () => string;
}

/** Returns a follower that has seen nothing yet. */
export function followTerminalModes(): TerminalModes {
  let left = NOTHING;
  let tail = '';
  return {
    see: (bytes) => {
      if (tail === '' && !bytes.includes(0x1b)) return;
      const text = tail + bytes.toString('latin1');
      for (const { groups = {} } of text.matchAll(SEQUENCES)) left = apply(left, groups);
      tail = UNFINISHED.exec(text)?.[0] ?? '';
    },
    isFullScreen: () => ALTERNATE_SCREENS.some((mode) => left.modes.has(mode)),
    resetSequence: () => resetOf(left),
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

function apply(left: LeftOn, { modes, action, parameters = '', final, reset, keypad }: Groups): LeftOn {
  if (reset !== undefined) return NOTHING;
  if (modes !== undefined)
    return modes.split(';').reduce((before, mode) => switchMode(before, mode, action === 'h'), left);
  if (keypad !== undefined) return { ...left, hasApplicationKeypad: keypad === '=' };
  // Zeros alone reset all styles; any other parameter may set one.
  if (final === 'm') return { ...left, isStyled: /[1-9]/.test(parameters) };
  return { ...left, hasScrollRegion: parameters !== '' };
}

/** Other modes are not remembered: a program may name any number of them. */
function switchMode(left: LeftOn, parameter: string, isOn: boolean): LeftOn {
  const mode = Number(parameter);
  if (mode === CURSOR) return { ...left, isCursorHidden: !isOn };
  if (left.modes.has(mode) === isOn || !RESTORED_WHEN_OFF.includes(mode)) return left;
  const others = [...left.modes].filter((other) => other !== mode);
  return { ...left, modes: new Set(isOn ? [...others, mode] : others) };
}

function resetOf(left: LeftOn): string {
  const modes = RESTORED_WHEN_OFF.filter((mode) => left.modes.has(mode)).map((mode) => `\x1b[?${mode}l`);
  return [
    ...modes,
    // Resetting the region moves the cursor to the corner, so we save and restore its position.
    ...(left.hasScrollRegion ? ['\x1b7\x1b[r\x1b8'] : []),
    ...(left.hasApplicationKeypad ? ['\x1b>'] : []),
    ...(left.isStyled ? ['\x1b[0m'] : []),
    ...(left.isCursorHidden ? [`\x1b[?${CURSOR}h`] : []),
  ].join('');
}
