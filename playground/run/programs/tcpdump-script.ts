import { SAMPLE_PACKETS, SAMPLE_RECORD_BYTES, SAMPLE_SNAP_LENGTH } from './sample-packets.ts';

/** The name of the file with the packets, beside the program. */
export const SAMPLE_FILE = 'packets.pcap';

/**
 * The playground's tcpdump: it captures nothing, but writes three packets, then waits for a signal and prints its counts as
 * tcpdump does. `-w -`, `-c` and the interface count, other words are passed over. Some interfaces stand for what can happen:
 *
 * - `denied`: there is no permission to capture
 * - `lossy`: seven packets were dropped
 * - `flood`: the packets come again and again
 * - `stubborn`: no signal but SIGKILL ends it
 * - `brief`: it ends by itself, with its counts
 * - `missing`: there is no tcpdump
 * - any other than these, `any`, `eth0` and `lo` does not exist
 *
 * A filter with the word `nonsense` is a syntax error.
 */
export const TCPDUMP_SCRIPT = `#!/bin/sh
fail() { echo "tcpdump: $*" >&2; exit 1; }
interface=any file= count=
while [ $# -gt 0 ]; do
  case $1 in
  -i) interface=$2; shift 2 ;;
  -w) file=$2; shift 2 ;;
  -c) count=$2; shift 2 ;;
  -s | -Q | -B | -Z) shift 2 ;;
  --) shift; break ;;
  -*) shift ;;
  *) break ;;
  esac
done
case $interface in
any | eth0 | lo | lossy | flood | stubborn | brief) ;;
missing) echo 'sh: tcpdump: not found' >&2; exit 127 ;;
denied) fail "$interface: You don't have permission to perform this capture on that device
(socket: Operation not permitted)" ;;
*) fail "$interface: No such device exists
(No such device exists)" ;;
esac
case " $* " in *' nonsense '*) fail "can't parse filter expression: syntax error" ;; esac
all=${SAMPLE_PACKETS.length} captured=0 dropped=0
[ "$interface" != lossy ] || dropped=7
finish() {
  printf '\\n%s packets captured\\n%s packets received by filter\\n%s packets dropped by kernel\\n' \\
    "$captured" "$((captured + dropped))" "$dropped" >&2
  exit 0
}
trap finish INT TERM
[ "$interface" != stubborn ] || trap '' INT TERM
emit() {
  captured=$((captured + $1))
  if [ -n "$file" ]; then tail -c +25 "\${0%/*}/${SAMPLE_FILE}" | head -c "$(($1 * ${SAMPLE_RECORD_BYTES}))"
  else
    n=0
    while [ "$n" -lt "$1" ]; do
      n=$((n + 1))
      echo "03:04:0$((n + 5)).00000$n IP 10.88.0.1.40000 > 10.88.0.2.9999: UDP, length 9"
    done
  fi
}
echo "tcpdump: listening on $interface, link-type EN10MB (Ethernet), snapshot length ${SAMPLE_SNAP_LENGTH} bytes" >&2
[ -z "$file" ] || head -c 24 "\${0%/*}/${SAMPLE_FILE}"
if [ -n "$count" ] && [ "$count" -le "$all" ]; then emit "$count"; finish; fi
emit "$all"
[ "$interface" != brief ] || finish
while [ "$interface" = flood ]; do emit "$all"; done
# A sleep in the background would be left over by a signal that comes just before its process id is known.
while :; do sleep 0.2; done
`;
