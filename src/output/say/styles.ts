import { Chalk } from 'chalk';
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
  const chalk = new Chalk({ level: hasColor ? 1 : 0 });
  return {
    success: chalk.green,
    danger: chalk.red,
    warning: chalk.yellow,
    dim: chalk.dim,
    strong: chalk.bold,
  };
}
