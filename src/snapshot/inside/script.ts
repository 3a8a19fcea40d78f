import { FIND_PROCESS } from '../../pod/containers/find-process.ts';

/**
 * The script that reads a pod from within. It needs `sh`, `cat`, `head`, `ls`, `readlink`, `sleep`; with `stat`,
 * `nslookup` or `getent` it finds more. It is sent on stdin, so its size and what it is told stay out of the request and
 * of the list of processes. Each section has a limit in time and size, as a mount can hang and a file can have no end.
 */

/** What the script is told; see `sectionsOf`. */
export interface ScriptTask {
  /** Stands at the beginning of each line that is the script's own. */
  readonly nonce: string;
  /** The containers to visit. */
  readonly containers: readonly VisitedContainer[];
  /**
   * Names to look up, besides that of the API server; undefined if another debug container reads what all containers
   * share: the network, DNS and the node.
   */
  readonly lookups: readonly string[] | undefined;
  readonly files: readonly string[];
  readonly maxFileBytes: number;
}

/** A container whose processes the script can see. */
export interface VisitedContainer {
  readonly name: string;
  /** The hexadecimal id, as in the names of cgroups. Empty for the container of process 1. */
  readonly id: string;
}

const MIB = 1024 * 1024;
/** For the line that tells of a chosen file. */
export const FILE_HEAD_BYTES = 256;

/** The largest size of each section, in bytes, and its time, in seconds. */
const LIMITS = {
  who: { bytes: MIB, seconds: 5 },
  processes: { bytes: 8 * MIB, seconds: 15 },
  fds: { bytes: 8 * MIB, seconds: 15 },
  net: { bytes: 16 * MIB, seconds: 10 },
  load: { bytes: 64 * 1024, seconds: 3 },
  mounts: { bytes: MIB, seconds: 3 },
  limits: { bytes: 64 * 1024, seconds: 3 },
  cgroup: { bytes: MIB, seconds: 5 },
  settings: { bytes: MIB, seconds: 5 },
  disk: { bytes: 64 * 1024, seconds: 5 },
  dns: { bytes: 64 * 1024, seconds: 12 },
  file: { bytes: 0, seconds: 60 },
} as const;

/** The sections of the script's answer. */
export type SectionKind = keyof typeof LIMITS;

/** A word that a shell reads as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const FUNCTIONS = `
${FIND_PROCESS}
now() { read -r up idle < /proc/uptime; }

# Ends a process and what it has started.
end_tree() {
  for stat in /proc/[0-9]*/stat; do
    line=; { read -r line < "$stat"; } 2> /dev/null
    child=\${stat#/proc/} child=\${child%/stat} line=\${line##*) } line=\${line#? }
    [ "\${line%% *}" = "$1" ] && (end_tree "$child")
  done
  kill -9 "$1"
}

# NAME SECONDS BYTES COMMAND: a function of ours may hang, so it runs in a process of its own.
section() {
  name=$1 seconds=$2 bytes=$3; shift 3
  now; printf '\\n%s begin %s %s\\n' "$nonce" "$name" "$up"
  # The clock is our own child and needs no trap: a shell may miss a signal just before it waits. Each process is waited
  # for by the one that started it: an orphan would become a child of the target's, which may never reap it.
  sleep "$seconds" > /dev/null 2>&1 &
  clock=$!
  ("$@" 2> /dev/null < /dev/null | head -c "$bytes"; kill "$clock") 2> /dev/null &
  job=$!
  status=0
  wait "$clock" 2> /dev/null && { status=137; end_tree "$job" 2> /dev/null; }
  wait "$job" 2> /dev/null
  now; printf '\\n%s end %s %s\\n' "$nonce" "$status" "$up"
}

mark() { printf '\\n%s part %s\\n' "$nonce" "$1"; }

# Finds a file inside of a root as the kernel would if the root were "/": links must not lead out. Sets "found".
inside() {
  root=$1 rest=$2 found= hops=0
  while [ -n "$rest" ]; do
    case $rest in /*) rest=\${rest#/}; continue ;; esac
    part=\${rest%%/*}
    case $rest in */*) rest=\${rest#*/} ;; *) rest= ;; esac
    case $part in .) continue ;; ..) found=\${found%/*}; continue ;; esac
    if [ -L "$root$found/$part" ]; then
      hops=$((hops + 1)); [ "$hops" -le 40 ] || return 1
      to=$(readlink "$root$found/$part") || return 1
      case $to in /*) found= ;; esac
      rest=$to/$rest
    else
      found=$found/$part
    fi
  done
}

# Sets "main" to the first process of the container of this id; without an id it is process 1.
find_main() {
  main=1
  [ -z "$1" ] || { find_process "$1"; main=$found; }
}

who() { mark own; echo $$; mark uname; uname -srm; mark id; id; mark uptime; cat /proc/uptime; mark first; cat /proc/1/cgroup /proc/1/mountinfo; }
processes() {
  for folder in /proc/[0-9]*; do
    mark "\${folder#/proc/}"
    cat "$folder/status" "$folder/cgroup" "$folder/stat" "$folder/cmdline"
  done
}
fds() { for folder in /proc/[0-9]*; do mark "\${folder#/proc/}"; ls -l "$folder/fd"; done; }
files() { for file in "$@"; do [ -f "$file" ] && mark "\${file##*/}" && cat "$file"; done; }
net() { cd /proc/net && files sockstat sockstat6 tcp tcp6 udp udp6 dev route netstat snmp unix; }
load() { files /proc/loadavg /proc/meminfo; for file in /proc/pressure/*; do mark "pressure-\${file##*/}"; cat "$file"; done; }
mounts() { cat "/proc/$1/mountinfo"; }
limits() { cat "/proc/$1/limits"; }
cgroup() {
  base=/proc/$1/root/sys/fs/cgroup
  mark here; [ -d "$base" ] && echo yes
  for name in memory.current memory.max memory.high memory.peak memory.swap.current memory.swap.max memory.events \\
    memory.stat memory.pressure cpu.max cpu.weight cpu.stat cpu.pressure pids.current pids.max pids.events pids.peak \\
    io.stat io.pressure memory/memory.usage_in_bytes memory/memory.limit_in_bytes memory/memory.max_usage_in_bytes \\
    memory/memory.failcnt memory/memory.oom_control memory/memory.stat cpu/cpu.stat cpu/cpu.cfs_quota_us \\
    cpu/cpu.cfs_period_us cpu/cpu.shares cpuacct/cpuacct.usage pids/pids.current pids/pids.max; do
    [ -f "$base/$name" ] && mark "$name" && cat "$base/$name"
  done
}
settings() {
  mark here; [ -e "/proc/$1/root/." ] && echo yes
  for file in /etc/resolv.conf /etc/hosts /etc/nsswitch.conf /etc/os-release /etc/hostname; do
    inside "/proc/$1/root" "$file" && [ -f "$root$found" ] && mark "\${file##*/}" && cat "$root$found"
  done
}
disk() {
  while read -r id parent device top place rest; do
    case $place in *\\\\*|/proc|/proc/*|/sys|/sys/*|/dev/pts|/dev/mqueue) continue ;; esac
    printf '%s ' "$place"; stat -f -c '%S %b %a %c %d' "/proc/$1/root$place" || echo
  done < "/proc/$1/mountinfo"
}
dns() {
  domain= silent=0
  while read -r key rest; do
    if [ "$key" = search ]; then for word in $rest; do case $word in svc.*) domain=$word; break 2 ;; esac; done; fi
  done < /etc/resolv.conf
  for name in "$@"; do
    now; mark "$name\${domain:+.$domain} $up"
    if [ "$silent" -lt 3 ]; then look_up "$name\${domain:+.$domain.}"; else echo "not asked, as three lookups had no answer"; fi
    now; mark "took $up"
  done
}
# A shell that is stopped does not say that its child was killed.
end_stopped() { kill -STOP "$1"; end_tree "$1"; }
# A server that does not answer is what one looks for, so each lookup has a limit of its own, less than the section's.
look_up() {
  sleep 3 > /dev/null 2>&1 &
  clock=$!
  (if command -v nslookup > /dev/null; then nslookup "$1" 2>&1
    else getent hosts "$1" 2>&1 || echo "not found"; fi
    kill "$clock") 2> /dev/null &
  job=$!
  wait "$clock" 2> /dev/null && { silent=$((silent + 1)); end_stopped "$job" 2> /dev/null; echo "no answer within 3 s"; }
  wait "$job" 2> /dev/null
}
file() {
  [ -e "/proc/$1/root/." ] || { echo "no its files are closed to the debug container"; return; }
  inside "/proc/$1/root" "$2" || { echo "no its links lead in a circle"; return; }
  place=$root$found
  if [ -d "$place" ]; then echo "no it is a folder"
  elif [ ! -e "$place" ]; then echo "no there is no such file"
  elif [ ! -f "$place" ]; then echo "no it is no regular file"
  elif [ ! -r "$place" ]; then echo "no the debug container may not read it"
  else stat -c 'ok %s %a %u %g %Y' "$place" || echo ok; cat "$place"; fi
}
`;

/** A line that runs a section. */
function call(kind: SectionKind, words: string, { name = kind, bytes }: CallOptions = {}): string {
  // One byte more than the limit tells that there is more.
  const most = (bytes ?? LIMITS[kind].bytes) + 1;
  return `section ${quoted(name)} ${LIMITS[kind].seconds} ${most} ${kind} ${words}`;
}

interface CallOptions {
  /** Of the section; by default its kind. */
  readonly name?: string;
  /** Instead of the limit of its kind. */
  readonly bytes?: number;
}

/** Sections of one container, under a check that its first process was found. */
function visit({ name, id }: VisitedContainer): readonly string[] {
  const kinds = ['mounts', 'limits', 'cgroup', 'settings', 'disk'] as const;
  return [
    `find_main ${quoted(id)}`,
    'if [ -n "$main" ]; then',
    ...kinds.map((kind) => call(kind, '"$main"', { name: `${kind}:${name}` })),
    'fi',
  ];
}

/** The text of the script for a task. Chosen files come last, as they may be large. */
export function scriptText({ nonce, containers, lookups, files, maxFileBytes }: ScriptTask): string {
  const ofPod = lookups === undefined ? [] : (['net', 'load'] as const);
  const names = lookups && ['kubernetes.default', ...lookups].map(quoted).join(' ');
  const [first] = containers;
  return [
    FUNCTIONS,
    `nonce=${quoted(nonce)}`,
    ...(['who', 'processes', 'fds', ...ofPod] as const).map((kind) => call(kind, '')),
    ...containers.flatMap(visit),
    ...(names === undefined ? [] : [call('dns', names)]),
    ...(first === undefined || files.length === 0
      ? []
      : [
          `find_main ${quoted(first.id)}`,
          'if [ -n "$main" ]; then',
          ...files.map((path, index) =>
            call('file', `"$main" ${quoted(path)}`, {
              name: `file:${index}`,
              bytes: maxFileBytes + FILE_HEAD_BYTES,
            }),
          ),
          'fi',
        ]),
    `printf '\\n%s over\\n' "$nonce"`,
    '',
  ].join('\n');
}

/** The limit of a section's content, in bytes. */
export function maxBytesOf(kind: SectionKind): number {
  return LIMITS[kind].bytes;
}

/** The limit of a section's time, in seconds. */
export function secondsOf(kind: SectionKind): number {
  return LIMITS[kind].seconds;
}
