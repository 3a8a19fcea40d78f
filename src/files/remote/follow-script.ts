import { ENTER_ROOT } from './enter-root.ts';

/**
 * Follows a file as `tail -F` does: by its name, through rotation and truncation, and also if it does not exist yet.
 * Arguments: the inode of the file and the offset in it at which to go on; or `-` and how many of the last lines to begin
 * with (`all` for the whole file).
 *
 * Lines on stderr: `file INODE OFFSET TOTAL`, where the output from its byte TOTAL on is what that file has from OFFSET on;
 * `waiting` while there is no file. `tail` itself says nothing of that kind, so nobody could go on after a cut. The script
 * ends once its stdin ends, which tells that we are gone.
 */
export const FOLLOW_SCRIPT = `${ENTER_ROOT}
known=$1 from=$2 total=0 said=
[ -d "$root$at" ] && stop folder
exec 5<&0
{ cat >/dev/null; kill $$; } <&5 &
position() { while read -r key pos; do [ "$key" != pos: ] || return 0; done <"/proc/$$/fdinfo/3"; }
seek() {
  [ "$1" -lt 65536 ] || dd bs=65536 skip=$(($1 / 65536)) count=0 <&3 2>/dev/null
  [ $(($1 % 65536)) = 0 ] || dd bs=$(($1 % 65536)) count=1 iflag=fullblock <&3 >/dev/null 2>&1
}
follow() {
  exec 3<"$here"
  set -- $(stat -L -c '%i %s' "/proc/$$/fd/3")
  own=$1 size=$2 start=0
  if [ "$known" = "$own" ] && [ "$from" -le "$size" ]; then start=$from
  elif [ "$known" = - ] && [ "$from" != all ]; then
    start=$((size - $(head -c "$size" "$here" | tail -n "$from" | wc -c)))
  fi
  known=$own from=0
  say file "$own" "$start" "$total"
  seek "$start"
  while :; do
    cat <&3
    position
    set -- $(stat -L -c '%i %s' "$here" 2>/dev/null)
    if [ "$1" != "$own" ] || [ "$2" -lt "$pos" ]; then break; fi
    sleep 0.5
  done
  cat <&3
  position
  total=$((total + pos - start))
  exec 3<&-
}
while :; do
  resolve "$path"
  here=$root$at
  if [ -f "$here" ] && ( : <"$here" ) 2>/dev/null; then
    said=
    follow
  else
    [ -n "$said" ] || say waiting
    said=1
    sleep 0.5
  fi
done
`;
