import { isCliError } from '../../errors/cli-error.ts';
import { printable, printableLines } from '../printable.ts';

/** Indents lines after the first, so that text from a cluster cannot imitate a line of ours. */
function indentLines(text: string): string {
  return printableLines(text).trimEnd().replaceAll('\t', '\\t').replaceAll('\n', '\n  ');
}

/** The first line of a message; the stack has the rest. */
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
 * Renders an error for stderr: `error: what failed, on which object, and why [stable-word]`, then `hint: what to do next`.
 * Any value other than a CliError is our bug, and the line asks for a report. `stack` adds the stack and the cause (`-v 8`).
 */
export function renderError(error: unknown, options: { readonly stack: boolean }): string {
  const stack = options.stack ? stackOf(error) : '';
  if (!isCliError(error)) {
    return `error: internal error: ${describeThrown(error)}; please report this [internal]\n${stack}`;
  }
  const hint = error.hint === undefined ? '' : `hint: ${indentLines(error.hint)}\n`;
  return `error: ${indentLines(error.message)} [${error.kind}]\n${hint}${stack}`;
}
