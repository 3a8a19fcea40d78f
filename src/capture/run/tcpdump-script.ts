/**
 * What we say to the script, a line each. `STILL_HERE` comes every few seconds; `SLOW` when nothing more may come for a while, as
 * a runtime hears no stdin while its stdout is not read, until `STILL_HERE` comes again; `STOP` ends tcpdump; `HEARD` follows the end of
 * both streams, as a runtime may drop what a process writes right before its end.
 */
export const STILL_HERE = Buffer.from('here\n');
export const SLOW = Buffer.from('slow\n');
export const STOP = Buffer.from('stop\n');
export const HEARD = Buffer.from('heard\n');

/** How often we say that we are still here, in milliseconds. */
export const STILL_HERE_EVERY_MS = 5000;

/** After so many steps of so many seconds without a word of ours, tcpdump ends; then it has so many seconds for that. */
const SILENT_STEPS = 3;
const STEP_S = STILL_HERE_EVERY_MS / 1000;
const GRACE_S = 2;

/** The parts of the script. */
const FUNCTIONS = `
nap() {
  sleep "$1" &
  sleeper=$!
  [ -z "$over" ] || kill -KILL "$sleeper" 2>/dev/null
  while kill -0 "$sleeper" 2>/dev/null; do wait "$sleeper"; done
}
watch() {
  over= sleeper= silent=0 slow=
  trap 'over=1; kill -KILL $sleeper' TERM
  trap 'silent=9; kill -KILL $sleeper' HUP
  trap 'silent=0 slow=' USR1
  trap 'slow=1' USR2
  while [ -z "$over" ] && [ "$silent" -lt ${SILENT_STEPS} ]; do
    [ -n "$slow" ] || silent=$((silent + 1))
    nap ${STEP_S}
  done
  [ -n "$over" ] || kill -HUP $$
  [ -n "$over" ] || nap ${GRACE_S}
  [ -n "$over" ] || kill -USR2 $$
}
listen() {
  while read -r word; do
    case $word in
    stop) kill -TERM $$ ;;
    slow) kill -USR2 "$watcher" ;;
    heard) exit ;;
    *) kill -USR1 "$watcher" ;;
    esac
  done
  kill -HUP "$watcher"
}
mark() {
  echo "$nonce end"
  exec >&2
  echo
  if [ "$code" != 0 ]; then
    for file in /sys/class/net/*; do echo "$nonce interface \${file##*/}"; done
  fi
  echo "$nonce end $code"
}
reap() {
  wait "$1"
  code=$?
  while kill -0 "$1" 2>/dev/null; do wait "$1"; code=$?; done
  [ -n "$signalled" ] || return
  wait "$1" 2>/dev/null
  again=$?
  [ "$again" = 127 ] || code=$again
}
`;

/**
 * Runs tcpdump with the script's arguments. Its output is that of tcpdump; `end` on stdout and `end CODE` on stderr follow, with
 * the nonce before them, and `interface NAME` for each interface if it failed. The nonce comes with the text of the script on
 * stdin, because every process of the pod may be able to read our arguments, and packets with the nonce would end the output.
 *
 * tcpdump ends when we say so, when stdin ends, and when we have said nothing for 15 to 20 s: a network that is cut tells
 * nobody, and a pod without packets would hold tcpdump for good. It gets SIGTERM, which it takes like SIGINT; a shell starts
 * background processes with SIGINT ignored. SIGKILL follows where that does not help.
 *
 * `$$` only waits, as a trap waits for whatever else a shell does: `watch` counts the seconds, `listen` reads stdin, `mark`
 * writes, which takes for ever if nobody reads. `watch` begins with its signals ignored, as one that comes before its traps would
 * end it; SIGTERM may, as there is no `sleep` yet. A `sleep` gets SIGKILL: what it gets right after its start, before it is a program
 * of its own, is taken by the traps of the shell that started it. `$$` waits for each of them, since in the PID namespace of a target nobody else
 * would reap them. It is written for the shells of busybox, Debian and bash.
 */
export function tcpdumpScript(nonce: string): string {
  return `
nonce=${nonce}
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
${FUNCTIONS}dump= listener= writer= gone= signalled=
exec 5<&0 6>&2
trap '' HUP USR1 USR2
watch </dev/null >/dev/null 2>&1 5<&- 6>&- &
watcher=$!
trap 'signalled=1; kill $dump' TERM
trap 'signalled=1 gone=1; kill $dump $listener' HUP
trap 'signalled=1; kill -KILL $dump $writer' USR2
trap - USR1
tcpdump "$@" </dev/null 5<&- 6>&- &
dump=$!
listen <&5 >/dev/null 2>&1 5<&- 6>&- &
listener=$!
exec 2>/dev/null
reap "$dump"
dump=
if [ -z "$gone" ]; then
  mark 2>&6 &
  writer=$!
  reap "$writer"
  writer=
  reap "$listener"
fi
listener=
kill "$watcher"
reap "$watcher"
`;
}
