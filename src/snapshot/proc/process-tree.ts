import { openTable } from '../../output/table/table.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { sizeWords } from './size-words.ts';
import type { Process } from './process.ts';

/** A process, and how many parents of it are in the list. */
export interface TreeRow {
  readonly process: Process;
  readonly depth: number;
}

/** Deeper trees are not indented further: the command line has to stay in sight. */
const MAX_DEPTH = 20;

/**
 * Orders processes so that each stands below its parent. A parent that is not in the list (it is outside of the PID
 * namespace, or has ended) makes its children roots.
 */
export function orderAsTree(processes: readonly Process[]): readonly TreeRow[] {
  const known = new Set(processes.map(({ pid }) => pid));
  const children = new Map<number, Process[]>();
  for (const process of processes.toSorted((one, other) => one.pid - other.pid)) {
    const parent = known.has(process.parentPid) && process.parentPid !== process.pid ? process.parentPid : 0;
    children.set(parent, [...(children.get(parent) ?? []), process]);
  }
  const rows: TreeRow[] = [];
  const waiting = (children.get(0) ?? []).map((process) => ({ process, depth: 0 })).toReversed();
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    const { pid } = row.process;
    const depth = row.depth + 1;
    waiting.push(...(children.get(pid) ?? []).map((process) => ({ process, depth })).toReversed());
    children.delete(pid);
  }
  return rows;
}

/** What a table of processes shows beside what /proc tells. */
interface TreeOptions {
  /** Seconds since the start of the node; undefined if unknown. */
  readonly uptimeSeconds: number | undefined;
  /** The container of a process; empty if unknown. */
  readonly containerOf: (process: Process) => string;
  readonly maskWords: (words: readonly string[]) => readonly string[];
}

export const PROCESS_HEADER = [
  'PID',
  'PPID',
  'UID',
  'CONTAINER',
  'STATE',
  'RSS',
  'THREADS',
  'AGE',
  'CPU',
  'COMMAND',
];

/** The cells of the processes as a tree, in the order of `PROCESS_HEADER`. Secrets in command lines are masked. */
export function processRows(
  processes: readonly Process[],
  options: TreeOptions,
): readonly (readonly string[])[] {
  const { uptimeSeconds, containerOf, maskWords } = options;
  return orderAsTree(processes).map(({ process, depth }) => {
    const { startedAtSeconds, cpuSeconds, commandLine, name } = process;
    const age =
      uptimeSeconds === undefined || startedAtSeconds === undefined
        ? '?'
        : humanDuration(Math.max(uptimeSeconds - startedAtSeconds, 0) * 1000);
    const command = commandLine.length === 0 ? `[${name}]` : maskWords(commandLine).join(' ');
    const cpu = cpuSeconds === undefined ? '?' : `${cpuSeconds.toFixed(1)}s`;
    return [
      `${process.pid}`,
      `${process.parentPid}`,
      process.uid,
      containerOf(process),
      process.state,
      sizeWords(process.rssKib * 1024),
      `${process.threads}`,
      age,
      cpu,
      // A table cuts a cell off at a line break, and a script in a command line has many.
      `${'  '.repeat(Math.min(depth, MAX_DEPTH))}${command.replace(/[\r\n\f]+/g, ' ')}`,
    ];
  });
}

/** The same as text. */
export function processText(rows: readonly (readonly string[])[]): string {
  return openTable(PROCESS_HEADER).rows(rows);
}
