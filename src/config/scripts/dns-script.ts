import { MS, NOW } from './clock.ts';

/**
 * Shell, for the preset `dns`: asks each nameserver of the pod for each name that a resolver would try, in its order, and says
 * what the name is. Reads both busybox's and BIND's nslookup. Exits with 0, 1 if a name has no address, 2 for a wrong call, and
 * 127 without nslookup. The search list and `ndots` are those of resolv.conf(5).
 */
export const DNS_SCRIPT = `${NOW}${MS}[ $# -gt 0 ] || { echo "dns: which name? kubectl dbg POD --preset=dns -- NAME..." >&2; exit 2; }
command -v nslookup >/dev/null || { echo "dns: the image has no nslookup; leave out -m, or name an image that has it" >&2; exit 127; }
search= ndots=1 servers=
while read -r key value; do
  case $key in
    search | domain) search=$value ;;
    nameserver) servers="$servers \${value%% *}" ;;
    options) for option in $value; do case $option in ndots:*) ndots=\${option#ndots:} ;; esac; done ;;
  esac
done </etc/resolv.conf
echo "search      \${search:-none}"
echo "ndots       $ndots"
echo "nameserver \${servers:- none}"

# Sets answer: addresses, in order and separated by commas, or why there are none.
ask() {
  # The shell says on its stderr that timeout was ended.
  { reply=$(timeout 5 nslookup "-type=$2" "$1" "$3" 2>&1); code=$?; } 2>/dev/null
  answer=$(printf '%s\\n' "$reply" | awk '
    /has AAAA address|has address/ { print $NF; next }
    /^Name:/ { named = 1; next }
    named && /^Address/ { sub(/^Address[^:]*:[ \\t]*/, ""); print $1 }' | sort | tr '\\n' ' ')
  alias=$(printf '%s\\n' "$reply" | sed -n 's/.*canonical name = //p' | tr '\\n' ' ')
  answer=$(echo $answer | sed 's/ /, /g')
  found=$answer
  [ -z "$answer" ] || [ -z "$alias" ] || answer="$answer (alias of $(echo $alias | sed 's/ /, /g'))"
  [ -z "$answer" ] || return 0
  case $code:$reply in
    *NXDOMAIN*) answer=NXDOMAIN ;;
    *SERVFAIL*) answer=SERVFAIL ;;
    *REFUSED*) answer=REFUSED ;;
    *"timed out"* | *"no servers could be reached"* | *nreachable* | *"onnection refused"*) answer="no answer" ;;
    124:* | 143:*) answer="no answer" ;;
    0:* | *"No answer"*) answer="no $2 record" ;;
    *) answer=$(printf '%s\\n' "$reply" | tail -n 1) ;;
  esac
}

failed=0 silent=' '
for name; do
  case $name in
    -* | *[!A-Za-z0-9._-]* | . | '') echo "dns: \\"$name\\" is no name of a host" >&2; exit 2 ;;
  esac
  dots=$(printf %s "$name" | tr -dc . | wc -c)
  listed=
  for suffix in $search; do listed="$listed $name.\${suffix%.}."; done
  case $name in
    *.) tried=$name why="the dot at its end says that it is whole" ;;
    *) if [ "$dots" -lt "$ndots" ]; then
      tried="$listed $name." why="fewer dots than $ndots, so the search list comes first"
    else
      tried="$name. $listed" why="at least $ndots dots, so it is first tried as it is"
    fi ;;
  esac
  printf '\\n%s: %s\\n' "$name" "$why"
  local=$(awk -v name="$name" '{ sub(/#.*/, ""); for (i = 2; i <= NF; i++) if ($i == name) print $1 }' /etc/hosts | tr '\\n' ' ')
  [ -z "$local" ] || echo "in /etc/hosts, which goes before DNS: $(echo $local | sed 's/ /, /g')"
  width=5
  for query in $tried; do [ \${#query} -le $width ] || width=\${#query}; done
  row="%-\${width}s  %-15s  %-4s  %9s  %s\\n"
  printf "$row" QUERY NAMESERVER TYPE TIME ANSWER
  used= result=
  for query in $tried; do
    first= differ=
    for server in $servers; do
      all=
      for type in A AAAA; do
        case $silent in *" $server "*) continue ;; esac
        start=$(now)
        ask "$query" $type "$server"
        printf "$row" "$query" "$server" $type "$(ms $(($(now) - start)))" "$answer"
        [ "$answer" != "no answer" ] || silent="$silent$server "
        all="$all\${all:+; }\${found:-$answer}"
        if [ -n "$found" ] && { [ -z "$used" ] || [ "$used" = "$query $server" ]; }; then
          used="$query $server" result="$result\${result:+, }$found"
        fi
        # A name that does not exist has no other records.
        [ "$answer" != NXDOMAIN ] || break
      done
      case $silent in *" $server "*) continue ;; esac
      [ -z "$first" ] || [ "$all" = "$first" ] || differ=1
      first=\${first:-$all}
    done
    [ -z "$differ" ] || echo "the nameservers do not agree about $query"
  done
  if [ -n "$local" ]; then echo "$name is $(echo $local | sed 's/ /, /g'), by /etc/hosts"
  elif [ -n "$result" ]; then echo "$name is $result, as \${used% *}"
  else echo "$name has no address"; failed=1; fi
done
for server in $silent; do printf '\n%s did not answer within 5 s, and was not asked again' "$server"; done
[ "$silent" = ' ' ] || echo
exit $failed
`;
