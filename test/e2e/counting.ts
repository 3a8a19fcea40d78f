import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { runKubectl } from './kubectl.ts';
import type { RunningProgram } from './program.ts';
import type { LocalTerminal } from './terminal.ts';

/** Counts until `stopCounting`, and exits with 7. */
export const COUNT =
  'i=0; while [ ! -e /tmp/stop ]; do i=$((i+1)); echo "line $i of many"; sleep 0.1; done; exit 7';

/** Has the count in a container come to its end. */
function stopCounting(namespace: string, pod: string, container: string): Promise<true> {
  return eventually(`an exec in ${container}`, async () => {
    const argv = ['exec', pod, '-n', namespace, '-c', container, '--', 'touch', '/tmp/stop'];
    return (await runKubectl(argv)).exitCode === 0 || undefined;
  });
}

/** The lines of a count that were shown. */
export function countedLines(shown: string): readonly string[] {
  return shown.match(/line \d+ of many/g) ?? [];
}

/** Expects each line of a count once, and in order. */
function expectEachOnce(shown: string): void {
  const lines = countedLines(shown);
  expect(lines).toEqual(lines.map((_, index) => `line ${index + 1} of many`));
}

interface Counts {
  /** The shell of a container "shell", in which a count runs in a subshell. */
  readonly terminal: LocalTerminal;
  /** A count in a container "logged". */
  readonly logged: RunningProgram;
}

/** Has both counts of a pod end, and expects every line of them, and the exit codes. */
export async function expectCountsToEnd(
  { namespace, pod }: { readonly namespace: string; readonly pod: string },
  { terminal, logged }: Counts,
): Promise<void> {
  await Promise.all(['shell', 'logged'].map((name) => stopCounting(namespace, pod, name)));
  const { exitCode, stdout } = await logged.ended;
  expectEachOnce(stdout);
  expect(exitCode).toBe(7);
  terminal.type('exit 9\r');
  expect(await terminal.exitCode()).toBe(9);
  expectEachOnce(terminal.shown());
}
