/** A process as /proc tells of it (https://man7.org/linux/man-pages/man5/proc.5.html). */
export interface Process {
  readonly pid: number;
  readonly parentPid: number;
  /** One letter, as in `ps`. */
  readonly state: string;
  /** The program's own name for itself; at most 15 bytes. */
  readonly name: string;
  /** The effective uid. */
  readonly uid: string;
  readonly rssKib: number;
  readonly threads: number;
  /** When it started, in seconds after the start of the node; undefined if that cannot be read. */
  readonly startedAtSeconds: number | undefined;
  /** How long it has used a CPU, in seconds. */
  readonly cpuSeconds: number | undefined;
  /** Empty for a kernel thread and a zombie. */
  readonly commandLine: readonly string[];
  /** The lines of its `cgroup` file, in which runtimes write the id of the container. */
  readonly cgroup: string;
}

/** In which `stat` counts times, on every platform of Linux. */
const TICKS_PER_SECOND = 100;

/** Takes the lines from the front that match. */
function takeLines(text: string, pattern: RegExp): { readonly taken: string; readonly rest: string } {
  let end = 0;
  for (;;) {
    const lineEnd = text.indexOf('\n', end);
    if (lineEnd < 0 || !pattern.test(text.slice(end, lineEnd))) break;
    end = lineEnd + 1;
  }
  return { taken: text.slice(0, end), rest: text.slice(end) };
}

/** The numbers of `stat` after the name, which may hold anything, even a line feed. */
const STAT = /^\d+ \([^]*?\) [A-Za-z] ((?:-?\d+ ){30,}-?\d+)\n/;

function readStat(text: string): { readonly numbers: readonly number[]; readonly rest: string } {
  const found = STAT.exec(text);
  if (found === null) return { numbers: [], rest: '' };
  return { numbers: (found[1] ?? '').split(' ').map(Number), rest: text.slice(found[0].length) };
}

function secondsOf(ticks: number | undefined): number | undefined {
  return ticks === undefined ? undefined : ticks / TICKS_PER_SECOND;
}

/** The words of a `cmdline` file. A program that overwrites it, as daemons do for `ps`, leaves one word with blanks. */
function wordsOf(text: string): readonly string[] {
  const trimmed = text.replace(/\0+$/, '');
  return trimmed === '' ? [] : trimmed.split('\0');
}

/**
 * Reads the files `status`, `cgroup`, `stat` and `cmdline` of a process, one after the other; undefined if the process had
 * ended before they were read.
 */
export function readProcess(pid: number, text: string): Process | undefined {
  const status = takeLines(text, /^[A-Za-z]\w*:/);
  const fields = new Map<string, string>();
  for (const line of status.taken.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const state = fields.get('State');
  if (state === undefined) return undefined;
  const cgroup = takeLines(status.rest, /^\d+:[^:]*:/);
  const { numbers, rest } = readStat(cgroup.rest);
  const [, , , , , , , , , , user, system] = numbers;
  return {
    pid,
    parentPid: numberIn(fields.get('PPid')),
    state: state.charAt(0),
    name: fields.get('Name') ?? '',
    uid: fields.get('Uid')?.split(/\s+/)[1] ?? '',
    rssKib: numberIn(fields.get('VmRSS')),
    threads: numberIn(fields.get('Threads')),
    startedAtSeconds: secondsOf(numbers[18]),
    cpuSeconds: user === undefined || system === undefined ? undefined : secondsOf(user + system),
    commandLine: wordsOf(rest),
    cgroup: cgroup.taken,
  };
}

function numberIn(text = ''): number {
  const number = Number.parseInt(text, 10);
  return Number.isFinite(number) ? number : 0;
}
