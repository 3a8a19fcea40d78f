import { openLocalTerminal } from '../drivers/local-terminal.ts';
import { STARTED } from './environment.ts';
import { runProgram } from './program.ts';

/** A pod that a person has just heard of. */
export interface Attempt {
  readonly pod: string;
  /** Path of a file, whose namespace is that of the pod. */
  readonly kubeconfig: string;
  /** Of the program that there is to be seen, as /proc has it. */
  readonly commandLine: string;
}

/** Says what a shell sees: the program among all processes, and its files. A terminal echoes it, but not these words. */
const look = ({ commandLine }: Attempt): string =>
  [
    `for p in /proc/[0-9]*; do c=$(tr '\\0' ' ' < $p/cmdline)`,
    `[ "\${c% }" = "${commandLine}" ] || continue`,
    `echo proc''esses`,
    // One file that is always there: processes that end in the meantime make a list of /proc fail.
    `cat $p/root/proc/version > /dev/null && echo fi''les`,
    `done`,
    `echo she''ll`,
  ].join('; ');
const SIGHTS = ['shell', 'processes', 'files'];

const NO_TARGET = /no target container: container "app" .+/;
// It may stand behind a prompt.
const CLOSED = /Warning: the files of container ".+" .+ \[files-closed\]\nhint: (.+)$/m;
const FLAGS = / (--run-as-user=\d\S*(?: --cap-add=\S+)?)$/;
const HOW_TO_FIND = /^add --run-as-user=UID:GID; to find the target's UID and GID: kubectl-debug .+$/;

async function tryAgain(attempt: Attempt, flags: readonly string[]): Promise<readonly string[]> {
  const { pod, kubeconfig } = attempt;
  const args = [pod, '--target=auto', ...flags, '--', 'sh', '-c', look(attempt)];
  const { stdout, stderr } = await runProgram(args, { kubeconfig });
  return `${stdout}${stderr}`.split('\n');
}

/** The word of the table for a reason why a shell does not see everything; what it advises is tried. */
async function judgeReason(attempt: Attempt, text: string): Promise<string> {
  if (NO_TARGET.test(text)) return 'no target';
  const [, advice = ''] = CLOSED.exec(text) ?? [];
  if (HOW_TO_FIND.test(advice)) return 'whose';
  const [, flags = ''] = FLAGS.exec(advice) ?? [];
  const seen = flags === '' ? [] : await tryAgain(attempt, flags.split(' '));
  return seen.includes('files') ? 'flag' : `no reason that helps: ${advice}`;
}

/** What may be seen for each of those words. */
const SEEN: Readonly<Record<string, string>> = {
  'no target': 'shell',
  whose: 'shell, processes',
  flag: 'shell, processes',
};

/** Sorts what was seen and said into a word of the table. */
async function describeOutcome(attempt: Attempt, lines: readonly string[]): Promise<string> {
  const text = lines.join('\n');
  const [, kind] = /^error: .* \[([a-z-]+)\]$/m.exec(text) ?? [];
  if (kind !== undefined) return `[${kind}]${/^hint: .+/m.test(text) ? '' : ' without a hint'}`;
  const seen = SIGHTS.filter((word) => lines.includes(word)).join(', ');
  if (seen === SIGHTS.join(', ')) return 'all';
  const word = await judgeReason(attempt, text);
  return SEEN[word] === seen ? word : `${seen}: ${word}`;
}

/** `kubectl-debug POD --target=auto -- COMMAND`, where nobody types. */
export async function tryInScript(attempt: Attempt): Promise<string> {
  return describeOutcome(attempt, await tryAgain(attempt, []));
}

/** `kubectl-debug POD` on a terminal, and nothing else. */
export async function tryOnTerminal(attempt: Attempt): Promise<string> {
  const { pod, kubeconfig } = attempt;
  const terminal = await openLocalTerminal({ program: STARTED, kubeconfig });
  await terminal.start([pod]);
  const [, prompt] = await terminal.waitFor(/(\/ [#$] )|exit=\d+/);
  if (prompt !== undefined) {
    terminal.type(`${look(attempt)}\r`);
    await terminal.waitFor(/\nshell\r/);
    // The sentence comes about when the prompt does: a moment before or behind it.
    if (!/\nfiles\r|no target container|\[files-closed\]/.test(terminal.shown()))
      await terminal.waitFor(/\[files-closed\]\r*\nhint: .+\n/);
    terminal.type('exit\r');
    await terminal.exitCode();
  }
  const lines = terminal.shown().split(/\r*\n/);
  terminal.close();
  return describeOutcome(attempt, lines);
}
