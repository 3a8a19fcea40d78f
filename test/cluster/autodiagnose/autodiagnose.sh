#!/bin/sh
# The program of an image that diagnoses by itself, as support teams hand them out. It looks at its pod, says what it found on
# stdout and what is wrong on stderr, and exits with the number of failed checks. $BURST lines more come right before the end.
failed=0
check() {
  name=$1
  shift
  if "$@" >/dev/null 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name" >&2
    failed=$((failed + 1))
  fi
}

echo "autodiagnose: $(hostname)"
check 'the pod has an address' sh -c 'ip -o -4 addr show dev eth0 | grep -q inet'
check 'files of DNS' test -s /etc/resolv.conf
check 'port 9 of the pod answers' nc -w 1 127.0.0.1 9
check 'a disk is mounted at /data' mountpoint -q /data
check 'the file /ready' test -e /ready
line=0
while [ "$line" -lt "${BURST:-0}" ]; do
  line=$((line + 1))
  echo "line $line"
done
echo "autodiagnose: $failed of 5 checks failed"
exit "$failed"
