import { isCliError } from '../../errors/cli-error.ts';
import { printable, printableLines } from '../printable.ts';

/** Lines after the first are indented, so that text from a cluster cannot start a line of its own. */
function indentLines(text: string): string {
  return printableLines(text).trimEnd().replaceAll('\t', '\\t').replaceAll('\n', '\n  ');
}

/** In one line; the rest of a long message is part of the stack. */
function describeThrown(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return printable(text.split('\n')[0] ?? '');
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `  caused by ${describeThrown(error.cause)}\n`;
  return `  ${indentLines(error.stack ?? '')}\n${cause}`;
}

/**
 * What a failed command says on stderr, each line ended: `error: what, which object, why [stable-word]`, then
 * `hint: the next command`. Anything but a CliError is our bug and asks for a report. `stack` adds where it came
 * from and its cause (`-v 8`).
 */
export function renderError(error: unknown, options: { readonly stack: boolean }): string {
  const stack = options.stack ? stackOf(error) : '';
  if (!isCliError(error)) {
    return `error: internal error: ${describeThrown(error)}; please report this [internal]\n${stack}`;
  }
  const hint = error.hint === undefined ? '' : `hint: ${indentLines(error.hint)}\n`;
  return `error: ${indentLines(error.message)} [${error.kind}]\n${hint}${stack}`;
}
