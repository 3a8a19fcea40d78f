import { CliError } from '../../errors/cli-error.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { printable } from '../../output/printable.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { writeText } from '../../output/write-text.ts';
import { COMMANDS } from '../command-table.ts';
import { complete, type Completion } from './complete.ts';
import { COMPLETION_SCRIPTS } from './completion-scripts.ts';
import type { Candidate } from './completion-source.ts';

/** The last line, as in kubectl and other programs of cobra: whether the shell should offer files. */
const DIRECTIVE = { files: ':0', noFiles: ':4' } as const;

/** Other words are not offered, as a shell would not read them as one plain word. */
const PLAIN_WORD = /^[^\s\p{C}'"`$\\;&|<>(){}[\]*?!~#]+$/u;

/**
 * `completion SHELL` prints the script for a shell. Those scripts call `completion -- WORD…`, which completes the last
 * word. Throws `usage`.
 */
export async function run(io: Io, { names, commandAfterDash }: CommandInput): Promise<number> {
  if (names.length === 0 && commandAfterDash !== undefined) {
    const completion = await complete(silent(io), { commands: COMMANDS, words: commandAfterDash });
    await writeText(io.stdout, renderCompletion(completion, io));
    return CHECK_EXIT.ok;
  }
  const [shell = '', ...others] = names;
  const script = Object.entries(COMPLETION_SCRIPTS).find(([name]) => name === shell)?.[1];
  if (script === undefined || others.length > 0)
    throw new CliError('usage', 'completion takes one shell: bash, zsh, fish or powershell', {
      hint: 'source <(kubectl-debug completion bash)',
    });
  await writeText(io.stdout, asInstalled(script, io));
  return CHECK_EXIT.ok;
}

/** The script asks the program by the name that is certainly in PATH; krew installs only `kubectl-dbg`. */
function asInstalled(script: string, { calledAs }: Io): string {
  if (calledAs?.programName !== 'kubectl dbg') return script;
  return script.replaceAll(/kubectl-debug(?= completion )/g, 'kubectl-dbg');
}

/** An Io that prints nothing and has no terminal, also for credential plugins: the user is typing. */
function silent(io: Io): Io {
  const terminal = { ...io.terminal, hasInput: false, hasOutput: false, hasErrors: false };
  const stderr = Object.create(io.stderr, { write: { value: () => true } }) as Io['stderr'];
  return Object.create(io, { terminal: { value: terminal }, stderr: { value: stderr } }) as Io;
}

function renderCompletion({ candidates, wantsFiles }: Completion, io: Io): string {
  const lines = candidates
    .filter(({ word }) => PLAIN_WORD.test(word))
    .map((candidate) => asCalled(renderCandidate(candidate), io));
  return [...new Set(lines), wantsFiles ? DIRECTIVE.files : DIRECTIVE.noFiles].join('\n') + '\n';
}

function renderCandidate({ word, description }: Candidate): string {
  return description === undefined || description === '' ? word : `${word}\t${printable(description)}`;
}
