import type { Io } from '../../io.ts';

type Style = (text: string) => string;

/** When to use colours; `auto` means on a terminal, unless the environment says otherwise. */
export type ColorChoice = 'auto' | 'always' | 'never';

/** Styles by meaning. A style never adds information to the text. */
export interface Styles {
  readonly success: Style;
  readonly danger: Style;
  readonly warning: Style;
  readonly dim: Style;
  readonly strong: Style;
}

/**
 * FORCE_COLOR overrides NO_COLOR, as in Node.js; an empty value counts as not set (https://no-color.org,
 * https://force-color.org).
 */
function wantsColor(io: Io, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force = '', NO_COLOR: none = '', TERM: term } = io.env;
  if (force !== '') return force !== '0' && force !== 'false';
  return isTerminal && none === '' && term !== 'dumb';
}

/** The styles for one stream; without colours they return their text unchanged. */
export function makeStyles(io: Io, stream: 'stdout' | 'stderr', choice: ColorChoice = 'auto'): Styles {
  const isTerminal = stream === 'stdout' ? io.terminal.hasOutput : io.terminal.hasErrors;
  const hasColor = choice === 'auto' ? wantsColor(io, isTerminal) : choice === 'always';
  const style = (open: number, close: number): Style =>
    hasColor ? makeStyle(`\u001b[${open}m`, `\u001b[${close}m`) : (text) => text;
  return {
    success: style(32, 39),
    danger: style(31, 39),
    warning: style(33, 39),
    dim: style(2, 22),
    strong: style(1, 22),
  };
}

/** A style inside of another one ends only itself, and a line holds its style whole, as a pager or `grep` may take it alone. */
function makeStyle(open: string, close: string): Style {
  return (text) => {
    if (text === '') return '';
    const inner = text.replaceAll(close, close + open).replace(/\r?\n/g, (end) => `${close}${end}${open}`);
    return `${open}${inner}${close}`;
  };
}
