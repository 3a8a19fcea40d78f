import { createInterface } from 'node:readline';
import { CliError } from '../errors/cli-error.ts';
import { Interrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import { printable } from './printable.ts';

/** One of the answers to a question. */
export interface Choice<Value> {
  /** One line; may hold text from a cluster. */
  readonly label: string;
  readonly value: Value;
}

export interface Question<Value> {
  readonly question: string;
  readonly choices: readonly Choice<Value>[];
}

function renderQuestion({ question, choices }: Question<unknown>): string {
  const lines = choices.map(({ label }, index) => `${String(index + 1).padStart(3)}) ${printable(label)}\n`);
  return `${printable(question)}\n${lines.join('')}`;
}

/**
 * Asks on stderr and reads the number of the answer from stdin, until one fits. For terminals only: a script never
 * gets a picker. Throws `Interrupted` at Ctrl-C, the reason of an aborted signal, and a CliError of kind `ambiguous`
 * at the end of input.
 */
export async function choose<Value>(io: Io, question: Question<Value>, signal?: AbortSignal): Promise<Value> {
  const lines = createInterface({ input: io.stdin, terminal: false, ...(signal && { signal }) });
  let interruption: Interrupted | undefined;
  const stopHearing = io.onSignal('SIGINT', () => {
    interruption = new Interrupted('SIGINT');
    lines.close();
  });
  const prompt = `Number (1-${question.choices.length}): `;
  try {
    io.stderr.write(renderQuestion(question) + prompt);
    for await (const line of lines) {
      const choice = question.choices[Number(line.trim()) - 1];
      if (choice !== undefined) return choice.value;
      io.stderr.write(prompt);
    }
  } finally {
    stopHearing();
    lines.close();
  }
  io.stderr.write('\n');
  signal?.throwIfAborted();
  throw interruption ?? new CliError('ambiguous', `${question.question}: nothing was chosen`);
}
