/**
 * Shell, for the preset `tls`: shows how a port speaks TLS and the certificates that it sends. Exits with 0 if there is a
 * certificate, whether it is valid or not, 1 if there is none, 2 for a wrong call, and 127 without openssl. What follows the
 * name are flags of `openssl s_client`.
 */
export const TLS_SCRIPT = `[ $# -gt 0 ] || { echo "tls: which address? kubectl dbg POD --preset=tls -- HOST[:PORT] [NAME] [FLAG OF openssl s_client]..." >&2; exit 2; }
command -v openssl >/dev/null || { echo "tls: the image has no openssl; leave out -m, or name an image that has it" >&2; exit 127; }
address=\${1#*://} && address=\${address%%/*}
shift
case $address in
  '['*']') host=$address port=443 ;;
  '['*']':*) host=\${address%:*} port=\${address##*:} ;;
  *:*:*) host="[$address]" port=443 ;;
  *:*) host=\${address%:*} port=\${address##*:} ;;
  *) host=$address port=443 ;;
esac
name=\${host#[} && name=\${name%]}
case \${1--} in -*) ;; *) name=$1; shift ;; esac
case $name in
  *:* | *[!0-9.]*) isip= ;;
  *) isip=1 ;;
esac
case $name in *:*) isip=1 ;; esac
if [ -n "$isip" ]; then set -- -noservername -verify_ip "$name" "$@"
else set -- -servername "$name" -verify_hostname "$name" "$@"; fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# The shell says on its stderr that timeout was ended.
{ timeout 10 openssl s_client -connect "$host:$port" -showcerts "$@" </dev/null >"$work/said" 2>"$work/errors"; code=$?; } 2>/dev/null
if ! grep -q '^-----BEGIN CERTIFICATE' "$work/said"; then
  case $code:$(cat "$work/errors") in
    124:* | 143:*) echo "tls: no answer from $host:$port within 10 s: it takes no connection, or speaks no TLS" >&2 ;;
    *:*'wrong version number'* | *:*'packet length too long'* | *:*'unknown protocol'* | *:*'http request'*)
      echo "tls: $host:$port answers, but not with TLS; for HTTP: --preset=http -- http://$host:$port" >&2 ;;
    *:*'onnection refused'*) echo "tls: nothing listens on $host:$port: the connection was refused" >&2 ;;
    *) echo "tls: no certificate from $host:$port" >&2; cat "$work/errors" >&2 ;;
  esac
  exit 1
fi
said() { sed -n "s/^ *$1 *//p" "$work/said" | head -n 1; }
# openssl ends with one summary for a TLS 1.3 session and with another one for older versions.
new=$(sed -n 's/^New, \\(.*\\), Cipher is \\(.*\\)/\\1, \\2/p' "$work/said" | head -n 1)
version=$(said 'Protocol *:')
echo "connected   $host:$port"
if [ -n "$isip" ]; then echo "name sent   none, as $name is an address"; else echo "name sent   $name"; fi
echo "protocol    \${version:-\${new%%,*}}, \${new##*, }"
said 'Server Temp Key:' | sed 's/^/key         /'
said 'ALPN protocol:' | sed 's/^/ALPN        /'
sed -n 's/^verify error:num=\\([0-9]*\\):/\\1 /p' "$work/errors" | sort -u | while read -r num text; do
  echo "not verified  $text ($num)"
done >"$work/verify"
if [ -s "$work/verify" ]; then cat "$work/verify"; else echo "verified    $(said 'Verify return code:')"; fi
grep -q 'unable to get local issuer\\|self-signed\\|self signed' "$work/verify" &&
  echo "            by the CAs of the debug image; -CAfile FILE names others, such as a file below /proc/1/root"
awk -v work="$work" '/^-----BEGIN CERTIFICATE/ { n++ } n && /^-----BEGIN/, /^-----END/ { print >(work "/" n ".pem") }' "$work/said"
total=$(grep -c '^-----BEGIN CERTIFICATE' "$work/said")
now=$(date +%s)
left() {
  awk -v now="$now" -v kind="$1" '
    { split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", names, " ")
      for (i in names) if (names[i] == $1) m = i + 0
      split($3, t, ":"); y = $4; if (m <= 2) { y--; m += 12 }
      days = 365 * y + int(y / 4) - int(y / 100) + int(y / 400) + int((153 * (m - 3) + 2) / 5) + $2 - 719469
      s = days * 86400 + t[1] * 3600 + t[2] * 60 + t[3] - now; a = s < 0 ? -s : s
      long = a >= 172800 ? int(a / 86400) " days" : a >= 7200 ? int(a / 3600) " hours" : int(a / 60) " minutes"
      if (kind == "from") note = s > 0 ? "NOT YET VALID, in " long : ""
      else note = s < 0 ? "EXPIRED " long " ago" : "in " long
      print $0 (note == "" ? "" : " (" note ")") }'
}
n=0
while [ $n -lt "$total" ]; do
  n=$((n + 1))
  printf '\\ncertificate %s of %s, as sent\\n' $n "$total"
  openssl x509 -in "$work/$n.pem" -noout -subject -issuer -dates -serial -fingerprint -sha256 -text >"$work/text" 2>/dev/null
  field() { sed -n "s/^$1= *//p" "$work/text" | head -n 1; }
  echo "  subject   $(field subject)"
  echo "  issuer    $(field issuer)"
  sans=$(sed -n '/Subject Alternative Name/{n;s/^ *//p;}' "$work/text")
  [ $n -gt 1 ] && [ -z "$sans" ] || echo "  names     \${sans:-none}"
  echo "  from      $(field notBefore | left from)"
  echo "  until     $(field notAfter | left until)"
  echo "  key       $(sed -n 's/.*Public Key Algorithm: //p' "$work/text" | head -n 1) $(sed -n 's/.*Public-Key: //p' "$work/text" | head -n 1)"
  echo "  sha256    $(sed -n 's/^.*[Ff]ingerprint=//p' "$work/text" | head -n 1)"
done
`;
