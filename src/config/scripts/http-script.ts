import { TOOLS_IMAGE } from '../../flags/tables/network/tools-image.ts';
import { MS, NOW } from './clock.ts';

/**
 * Shell, for the preset `http`: one GET, the time of each of its phases, and the status and headers of the answer. Redirects are
 * not followed. Uses curl, and exits with its code; what follows the URL are flags of curl. Without curl, busybox's nc does the
 * same for http, with exit codes of curl. Exits with 2 for a wrong call.
 */
export const HTTP_SCRIPT = `${NOW}${MS}[ $# -gt 0 ] || { echo "http: which URL? kubectl dbg POD --preset=http -- URL [FLAG OF curl]..." >&2; exit 2; }
case $1 in http://* | https://*) url=$1 ;; *://*) echo "http: only http and https, not $1" >&2; exit 2 ;; *) url=http://$1 ;; esac
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
phase() { printf '%-16s %12s  %s\\n' "$1" "\${2:--}" "\${3-}" | sed 's/ *$//'; }
answered() {
  [ -s "$work/head" ] || return 0
  echo
  tr -d '\\r' <"$work/head" | sed '/^$/d'
}
if command -v curl >/dev/null; then
  curl -sS -o /dev/null -D "$work/head" --max-time 30 -A kubectl-debug -w '%{time_namelookup} %{time_connect} %{time_appconnect} %{time_starttransfer} %{time_total} %{size_download} %{remote_ip}' "$@" -- "$url" >"$work/times" 2>"$work/errors"
  code=$?
  read -r lookup connect tls first total bytes ip <"$work/times"
  # curl counts all times from the start; a phase that was not reached has none.
  between() { awk -v from="$1" -v to="$2" 'BEGIN { if (to + 0 > 0) printf "%.1f ms", (to - from) * 1000; else printf "-" }'; }
  before=$connect
  [ "$(between 0 "$tls")" = - ] || before=$tls
  echo "$url"
  phase "name resolution" "$(between 0 "$lookup")" "$ip"
  phase connect "$(between "$lookup" "$connect")"
  phase TLS "$(between "$connect" "$tls")"
  phase "first byte" "$(between "$before" "$first")"
  if [ $code = 0 ]; then phase body "$(between "$first" "$total")" "$bytes bytes"; else phase body -; fi
  phase total "$(between 0 "$total")"
  answered
  [ $code = 0 ] || cat "$work/errors" >&2
  exit $code
fi
case $url in https:*) echo "http: the image has no curl, which https needs; name one that has it: --image=${TOOLS_IMAGE}" >&2; exit 127 ;; esac
[ $# = 0 ] || { echo "http: the image has no curl, so that it has no flags such as $1; name one that has it: --image=${TOOLS_IMAGE}" >&2; exit 127; }
rest=\${url#http://} && authority=\${rest%%[/?#]*} && path=\${rest#"$authority"} && path=\${path%%#*}
case $path in /*) ;; *) path=/$path ;; esac
case $authority in
  '['*']') host=\${authority#?} host=\${host%?} port=80 ;;
  '['*']':*) host=\${authority%%]*} host=\${host#?} port=\${authority##*:} ;;
  *:*) host=\${authority%:*} port=\${authority##*:} ;;
  *) host=$authority port=80 ;;
esac
# busybox runs the program after -e when it is connected, with the connection as its stdin and stdout.
begin=$(now)
export work
timeout 30 nc -w 10 "$host" "$port" -e sh -c '${NOW}
  now >"$work/connected"
  printf "GET %s HTTP/1.1\\r\\nHost: %s\\r\\nUser-Agent: kubectl-debug\\r\\nAccept: */*\\r\\nConnection: close\\r\\n\\r\\n" "$1" "$2"
  IFS= read -r line
  now >"$work/first"
  printf "%s\\n" "$line" >"$work/head"
  while IFS= read -r line && [ "\${#line}" -gt 1 ]; do printf "%s\\n" "$line" >>"$work/head"; done
  wc -c >"$work/bytes"
' http "$path" "$authority" >/dev/null 2>"$work/errors"
end=$(now)
connected=$(cat "$work/connected" 2>/dev/null)
first=$(cat "$work/first" 2>/dev/null)
grep -q ^HTTP/ "$work/head" 2>/dev/null || first=
echo "$url"
phase "name, connect" "\${connected:+$(ms $((connected - begin)))}"
phase "first byte" "\${first:+$(ms $((first - connected)))}"
phase body "\${first:+$(ms $((end - first)))}" "\${first:+$(tr -d ' ' <"$work/bytes") bytes}"
phase total "$(ms $((end - begin)))"
answered
[ -z "$first" ] || exit 0
cat "$work/errors" >&2
if [ -n "$connected" ]; then echo "http: no answer from $host:$port" >&2; exit 52; fi
echo "http: no connection to $host:$port" >&2
exit 7
`;
