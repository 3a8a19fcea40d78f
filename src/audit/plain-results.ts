import type { Io } from '../io.ts';
import { printable } from '../output/printable.ts';
import type { RunResults } from './run-results.ts';
import { hasRun, type RunRow } from './run-row.ts';

interface Group {
  readonly title: string;
  readonly text: string;
  readonly pods: string[];
}

/** Shows equal answers once, with the pods that gave them. */
export function makePlainResults(io: Io): RunResults {
  const groups = new Map<string, Group>();
  let unmet = 0;
  return {
    begin: () => undefined,
    progress: () => undefined,
    accept: (row) => {
      if (hasRun(row) && row.exitCode !== 0) unmet += 1;
      const { title, text } = describe(row);
      const key = `${title}\n${text}`;
      const group = groups.get(key) ?? { title, text, pods: [] };
      groups.set(key, group);
      group.pods.push(`${row.namespace}/${row.pod}${row.target === '' ? '' : `:${row.target}`}`);
      return Promise.resolve();
    },
    finish: () => {
      for (const { title, text, pods } of [...groups.values()].toSorted(
        (a, b) => b.pods.length - a.pods.length,
      )) {
        io.stdout.write(`${pods.length} ${pods.length === 1 ? 'pod' : 'pods'}: ${printable(title)}\n`);
        io.stdout.write(`  ${printable(pods.join(' '))}\n`);
        if (text !== '')
          io.stdout.write(
            `${text
              .split('\n')
              .map((line) => `    ${printable(line)}`)
              .join('\n')}\n`,
          );
      }
      return Promise.resolve({ unmet });
    },
  };
}

function describe({ outcome, exitCode, output, reason }: RunRow): {
  readonly title: string;
  readonly text: string;
} {
  const text = Buffer.from(output.bytes).toString().trimEnd();
  if (outcome === 'exited') return { title: `exit code ${exitCode ?? ''}`, text };
  return { title: `${outcome}: ${reason?.message ?? ''}`, text };
}
