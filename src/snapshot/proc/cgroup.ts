import { sizeWords } from './size-words.ts';

/** The files of a cgroup by name, as they were read; of version 1 with the folder in front: `memory/memory.failcnt`. */
export type CgroupFiles = ReadonlyMap<string, string>;

/** A limit of version 1 that is larger than any memory means none. */
const NO_LIMIT = 2 ** 60;

function numberOf(files: CgroupFiles, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const text = files.get(name)?.trim();
    if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  }
  return undefined;
}

/** A number in a file with a name and a number on each line. */
function fieldOf(files: CgroupFiles, name: string, field: string): number | undefined {
  const line = files
    .get(name)
    ?.split('\n')
    .find((each) => each.startsWith(`${field} `));
  const number = Number(line?.slice(field.length + 1));
  return line === undefined || !Number.isFinite(number) ? undefined : number;
}

function memoryLines(files: CgroupFiles): readonly string[] {
  const used = numberOf(files, 'memory.current', 'memory/memory.usage_in_bytes');
  if (used === undefined) return [];
  const cache =
    fieldOf(files, 'memory.stat', 'inactive_file') ??
    fieldOf(files, 'memory/memory.stat', 'total_inactive_file');
  const peak = numberOf(files, 'memory.peak', 'memory/memory.max_usage_in_bytes');
  const parts = [
    `memory: ${sizeWords(used)}, ${ofLimit(files, used)}`,
    ...(cache === undefined ? [] : [`working set ${sizeWords(Math.max(used - cache, 0))}`]),
    ...(peak === undefined ? [] : [`peak ${sizeWords(peak)}`]),
  ];
  return [parts.join(', '), ...oomLines(files)];
}

function ofLimit(files: CgroupFiles, used: number): string {
  const limit = numberOf(files, 'memory.max', 'memory/memory.limit_in_bytes') ?? NO_LIMIT;
  return limit >= NO_LIMIT ? 'no limit' : `of ${sizeWords(limit)} (${percent(used, limit)})`;
}

function percent(part: number, all: number): string {
  return `${((100 * part) / all).toFixed(0)}%`;
}

function oomLines(files: CgroupFiles): readonly string[] {
  const kills =
    fieldOf(files, 'memory.events', 'oom_kill') ?? fieldOf(files, 'memory/memory.oom_control', 'oom_kill');
  const hits = fieldOf(files, 'memory.events', 'max') ?? numberOf(files, 'memory/memory.failcnt');
  if (kills === undefined && hits === undefined) return [];
  return [`memory: limit reached ${hits ?? '?'} times, ${kills ?? '?'} processes killed for it (OOM)`];
}

/** The CPUs that may be used; undefined without a limit. */
function cpuLimit(files: CgroupFiles): number | undefined {
  const [quotaText = '', periodText = ''] = (files.get('cpu.max') ?? '').trim().split(' ');
  const quota = /^\d+$/.test(quotaText) ? Number(quotaText) : numberOf(files, 'cpu/cpu.cfs_quota_us');
  const period = periodText === '' ? numberOf(files, 'cpu/cpu.cfs_period_us') : Number(periodText);
  return quota === undefined || period === undefined || period === 0 ? undefined : quota / period;
}

function cpuLines(files: CgroupFiles): readonly string[] {
  const usedSeconds = (fieldOf(files, 'cpu.stat', 'usage_usec') ?? NaN) / 1e6;
  const usedBefore = (numberOf(files, 'cpuacct/cpuacct.usage') ?? NaN) / 1e9;
  const limit = cpuLimit(files);
  const used = [usedSeconds, usedBefore].filter(Number.isFinite).slice(0, 1);
  if (used.length === 0 && limit === undefined) return [];
  const parts = [
    ...used.map((seconds) => `${seconds.toFixed(1)} s used`),
    limit === undefined ? 'no limit' : `limit ${Number(limit.toFixed(3))} CPUs`,
  ];
  return [`cpu: ${parts.join(', ')}`, ...throttleLines(files)];
}

function throttleLines(files: CgroupFiles): readonly string[] {
  const name = files.has('cpu.stat') ? 'cpu.stat' : 'cpu/cpu.stat';
  const periods = fieldOf(files, name, 'nr_periods') ?? 0;
  const throttled = fieldOf(files, name, 'nr_throttled') ?? 0;
  return periods === 0
    ? []
    : [`cpu: throttled in ${throttled} of ${periods} periods (${percent(throttled, periods)})`];
}

function pidLines(files: CgroupFiles): readonly string[] {
  const count = numberOf(files, 'pids.current', 'pids/pids.current');
  if (count === undefined) return [];
  const most = numberOf(files, 'pids.max', 'pids/pids.max');
  return [`processes and threads: ${count}${most === undefined ? ', no limit' : ` of ${most}`}`];
}

/** The pressure of a resource: for which part of the last ten seconds some task waited for it. */
function pressureLines(files: CgroupFiles): readonly string[] {
  const resources = ['memory', 'cpu', 'io'].flatMap((resource) => {
    const [, share] = /^some avg10=([\d.]+)/m.exec(files.get(`${resource}.pressure`) ?? '') ?? [];
    return share === undefined ? [] : [`${resource} ${share}%`];
  });
  return resources.length === 0 ? [] : [`pressure in the last 10 s: ${resources.join(', ')}`];
}

/** What the files of a cgroup mean, one sentence a line; empty if none could be read. */
export function cgroupLines(files: CgroupFiles): readonly string[] {
  return [...memoryLines(files), ...cpuLines(files), ...pidLines(files), ...pressureLines(files)];
}
