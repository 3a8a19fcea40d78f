import { Chalk } from 'chalk';
import type { Io } from '../../io.ts';

type Style = (text: string) => string;

/** When to colour: on a terminal, unless the environment says otherwise; or whatever anything else says. */
export type ColorChoice = 'auto' | 'always' | 'never';

/** Styles by meaning; they never carry a meaning that the text does not have. */
export interface Styles {
  readonly success: Style;
  readonly danger: Style;
  readonly warning: Style;
  readonly dim: Style;
  readonly strong: Style;
}

/**
 * FORCE_COLOR beats NO_COLOR, as in Node itself; both count only when they are not empty
 * (https://no-color.org, https://force-color.org).
 */
function wantsColor(io: Io, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force = '', NO_COLOR: none = '', TERM: term } = io.env;
  if (force !== '') return force !== '0' && force !== 'false';
  return isTerminal && none === '' && term !== 'dumb';
}

/** The styles for what goes to one stream; without colour they return their text as it is. */
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
