import { CliError } from '../../errors/cli-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';

/** One of the answers to a question. */
export interface Choice<Value> {
  /** One line; may contain text from a cluster. */
  readonly label: string;
  readonly value: Value;
}

export interface Question<Value> {
  readonly question: string;
  readonly choices: readonly Choice<Value>[];
}

const MAX_ROWS = 10;

/** Whether there is a terminal to ask on. */
export function canAsk({ terminal }: Io): boolean {
  return terminal.hasInput && terminal.hasErrors;
}

/** Uses the index as the value, as the prompt compares values by their text. */
function asOption({ label }: Choice<unknown>, index: number): { label: string; value: number } {
  return { label: printable(label), value: index };
}

/**
 * Shows a picker on stderr: letters filter the list, arrow keys and Enter choose. Call it only if `canAsk`. Throws
 * `Interrupted` at Ctrl-C or Escape, the reason of an aborted signal, and `ambiguous` when stdin ends.
 */
export async function choose<Value>(
  io: Io,
  { question, choices }: Question<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const { autocomplete, isCancel } = await import('./prompts.ts');
  const over = new AbortController();
  const onEnd = (): void => over.abort(new CliError('ambiguous', `${question}: nothing was chosen`));
  io.stdin.once('end', onEnd);
  const scope = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    const index = await autocomplete({
      message: printable(question),
      options: choices.map(asOption),
      maxItems: MAX_ROWS,
      filter: (search, { label = '' }) => label.toLowerCase().includes(search.toLowerCase()),
      validate: (value) =>
        value === undefined ? 'nothing matches: change or delete what you typed' : undefined,
      withGuide: false,
      input: io.stdin,
      output: io.stderr,
      signal: scope,
    });
    scope.throwIfAborted();
    const choice = isCancel(index) ? undefined : choices[index];
    if (choice === undefined) throw new Interrupted('SIGINT');
    return choice.value;
  } finally {
    io.stdin.off('end', onEnd);
  }
}
