import { openTable } from '../../output/table/table.ts';
import { PROCESS_HEADER, processRows, processText } from '../proc/process-tree.ts';
import { readOpenFiles, type OpenFiles } from '../proc/open-files.ts';
import { readProcess, type Process } from '../proc/process.ts';
import { fileOf, partText, readSection, type InsideContext, type NamedPiece } from './inside-context.ts';

/** Seconds since the start of the node; undefined if unknown. */
function uptimeOf(context: InsideContext): number | undefined {
  const who = readSection(context, 'who');
  const seconds = Number.parseFloat(who === undefined ? '' : partText(who, 'uptime'));
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The container of a process, by the id in its cgroup; a container sees its own cgroup as the root. */
function containerOf({ containers, debugContainer }: InsideContext, { cgroup }: Process): string {
  const known = containers.find(({ id }) => id !== '' && cgroup.includes(id));
  if (known !== undefined) return known.name;
  return /^0::\/$/m.test(cgroup) ? debugContainer : '';
}

/** Our script and what it has started. */
function ownPids(context: InsideContext, processes: readonly Process[]): ReadonlySet<number> {
  const who = readSection(context, 'who');
  const own = new Set([Number.parseInt(who === undefined ? '' : partText(who, 'own'), 10)]);
  // A child comes later in this order only as long as pids do not wrap, so go on until nothing is added.
  for (let before = -1; before !== own.size;) {
    before = own.size;
    for (const { pid, parentPid } of processes) if (own.has(parentPid)) own.add(pid);
  }
  return own;
}

/** The processes of the pod that can be seen, without our own script. */
export function listProcesses(context: InsideContext): readonly Process[] {
  const { parts } = readSection(context, 'processes') ?? { parts: [] };
  const all = parts.flatMap(({ name, text }) => readProcess(Number(name), text) ?? []);
  const own = ownPids(context, all);
  return all.filter(
    (process) => !own.has(process.pid) && (!context.isHostPid || containerOf(context, process) !== ''),
  );
}

/** The processes as a tree. */
export function readProcesses(context: InsideContext): readonly NamedPiece[] {
  const read = readSection(context, 'processes');
  const processes = listProcesses(context);
  const path = 'processes.txt';
  if (read === undefined || processes.length === 0)
    return [{ name: 'processes', piece: { kind: 'missing', path, why: context.whyMissing }, durationMs: 0 }];
  const rows = processRows(processes, {
    uptimeSeconds: uptimeOf(context),
    containerOf: (process) => containerOf(context, process),
    maskWords: context.mask.words,
  });
  const view = { kind: 'table', header: PROCESS_HEADER, rows } as const;
  const piece = fileOf('processes', read, { path, text: processText(rows), view });
  return [{ name: 'processes', piece, durationMs: read.section.durationMs }];
}

/** The open files of each process; those of a process that the debug container may not look into are missing. */
export function listOpenFiles(context: InsideContext): readonly OpenFiles[] {
  const { parts } = readSection(context, 'fds') ?? { parts: [] };
  return parts.flatMap(({ name, text }) => readOpenFiles(Number(name), text) ?? []);
}

const HEADER = ['PID', 'CONTAINER', 'NAME', 'OPEN', 'KINDS', 'DELETED BUT OPEN'];

/** How many open files each process has, of which kinds, with most first. */
export function readFileCounts(context: InsideContext): readonly NamedPiece[] {
  const read = readSection(context, 'fds');
  const processes = new Map(listProcesses(context).map((process) => [process.pid, process]));
  const rows = listOpenFiles(context)
    .filter(({ pid }) => processes.has(pid))
    .toSorted((one, other) => other.count - one.count)
    .map(({ pid, count, kinds, deleted }) => {
      const process = processes.get(pid);
      return [
        `${pid}`,
        process === undefined ? '' : containerOf(context, process),
        process?.name ?? '',
        `${count}`,
        kinds.map(([kind, of]) => `${of} ${kind}`).join(', '),
        deleted.slice(0, 5).join(' '),
      ];
    });
  const path = 'open-files.txt';
  if (read === undefined || rows.length === 0) {
    const why =
      read === undefined
        ? context.whyMissing
        : 'the debug container may not see the open files of the processes';
    return [{ name: 'open-files', piece: { kind: 'missing', path, why }, durationMs: 0 }];
  }
  const view = { kind: 'table', header: HEADER, rows } as const;
  const piece = fileOf('fds', read, { path, text: openTable(HEADER).rows(rows), view });
  return [{ name: 'open-files', piece, durationMs: read.section.durationMs }];
}
