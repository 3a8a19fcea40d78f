import type { Connector } from './connectors.ts';

/** The programs that the warden looks for; `nc` has several kinds. */
const PROGRAMS = ['socat', 'ncat', 'perl', 'nc'];

/** Begins the first line of our scripts, by which the warden knows them: a shell reads no further in a command line. */
const tag = (role: 'warden' | 'link', nonce: string): string => `kubectl-debug-relay ${role} ${nonce}`;

/**
 * The script of one connection. It reads one line, host and port (`-` for a port of the pod itself), and not a byte
 * more; the rest of its input belongs to the connector. Lines on stderr: `PID ready`; `PID run`, the connector's process;
 * what the connector says; `MARK CODE` once it has ended. The mark alone ends stdout. It then stays until it is killed, as a
 * runtime drops what a process prints right before its end.
 */
export function linkScript(connector: Connector, { nonce, mark }: Marks): string {
  return `# ${tag('link', nonce)}
export LC_ALL=C
echo "$$ ready" >&2
read -r host port || exit 0
${LOCAL_HOST}
${connector.atEnd === 'closes' ? throughCat(connector, mark) : alone(connector, mark)}
exec sleep 60`;
}

/** What our lines are known by. No program of the pod can know it. */
export interface Marks {
  readonly nonce: string;
  readonly mark: string;
}

/** A program may listen on the IPv6 address of the pod alone. 0A is LISTEN. */
const LOCAL_HOST = `if [ "$host" = - ]; then
host=127.0.0.1
at=$(printf %04X "$port")
v4=": [0-9A-F]*:$at 0*:0000 0A " v6=": 0*1000000:$at 0*:0000 0A "
if grep -q "$v6" /proc/net/tcp6 2>/dev/null && ! grep -q "$v4" /proc/net/tcp; then host=::1; fi
fi`;

/** The shell waits for both programs, but the mark comes as soon as the connector has closed its stdout. */
const throughCat = ({ command }: Connector, mark: string): string =>
  `connect() {
${command}
}
connect | { cat; printf %s ${mark}; }
echo "${mark} 0" >&2`;

/** A program in the background gets no stdin, unless it comes from another descriptor. */
const alone = ({ command }: Connector, mark: string): string =>
  `exec 3<&0
${command} <&3 3<&- &
echo "$! run" >&2
wait $!
code=$?
printf %s ${mark}
echo "${mark} $code" >&2`;

/**
 * The script that watches over the connections of one way. Says which programs the image has, then obeys lines: `k PID` kills
 * a connection, `c PID…` says which connectors have received the end of their connection (08 is CLOSE_WAIT), `s PORT` says
 * whether any program of the pod has a connection to this port of a host, or is opening one (02 is SYN_SENT). At the end of its input, as when we are killed, it kills all connections of the way, unless another warden watches over them by then.
 */
export function wardenScript(nonce: string): string {
  return `# ${tag('warden', nonce)}
export LC_ALL=C
for t in ${PROGRAMS.join(' ')}; do
command -v $t >/dev/null 2>&1 && echo "has $t"
done
command -v nc >/dev/null 2>&1 && nc -h 2>&1 </dev/null | while read -r l; do echo "help $l"; done
echo ready
while read -r what a; do
case $what in
k) kill -9 "-$a" 2>/dev/null ;;
c)
closed=$(grep -h "^ *[0-9]*: [0-9A-F]*:[0-9A-F]* [0-9A-F]*:[0-9A-F]* 08 " /proc/net/tcp /proc/net/tcp6 2>/dev/null)
[ -z "$closed" ] || for p in $a; do
for f in /proc/$p/fd/[3-9]; do
i=$(readlink "$f") || continue
i=\${i#socket:[} i=\${i%]}
case $closed in *" 0 $i "*) echo "closed $p" ;; esac
done
done
echo checked ;;
s)
cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep -q "^ *[0-9]*: [0-9A-F]*:[0-9A-F]* [0-9A-F]*:$(printf %04X "$a") 0[12458] "
case $?$([ -r /proc/net/tcp ] && echo r) in 0r) echo "begun $a" ;; 1r) echo "waits $a" ;; *) echo "unknown $a" ;; esac ;;
esac
done
sleep 4
for p in /proc/[0-9]*; do
[ "$p" != /proc/$$ ] || continue
l=
read -r l <"$p/cmdline"
case $l in *"${tag('warden', nonce)}"*) exit 0 ;; esac
done 2>/dev/null
for p in /proc/[0-9]*; do
l=
read -r l <"$p/cmdline"
case $l in *"${tag('link', nonce)}"*) kill -9 "-\${p#/proc/}" ;; esac
done 2>/dev/null`;
}
