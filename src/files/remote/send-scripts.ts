import { ENTER_ROOT } from './enter-root.ts';

/** `$dir` is the copied folder, or that of the copied file, whose name is then `$base`; names to send begin with `./`. */
const ENTER_FOLDER = `${ENTER_ROOT}
here=$root$at base=.
if [ -d "$here" ]; then cd "$here/" 2>/dev/null || stop denied
else cd "\${here%/*}/" 2>/dev/null || stop denied; base=\${here##*/}
fi
`;

/**
 * Sends small files and links as tar archives, one after the other. Argument: how many bytes of stdin are the names, each
 * ended by NUL. They are arguments of tar, as not every tar of busybox can read them from a file. `dd` makes large pieces
 * of the 512 bytes that busybox's tar writes, as each piece becomes a message.
 */
export const TAR_SCRIPT = `${ENTER_FOLDER}
case $(tar --version 2>/dev/null) in *GNU*) format=--format=gnu ;; *) format= ;; esac
head -c "$1" | xargs -0 tar -c $format --no-recursion -f - | dd bs=64k iflag=fullblock 2>/dev/null
end
`;

/** Prints the sha256 of files, named as for `TAR_SCRIPT`, a line each. */
export const HASH_SCRIPT = `${ENTER_FOLDER}
head -c "$1" | xargs -0 sha256sum | dd bs=64k iflag=fullblock 2>/dev/null
end
`;

/**
 * Sends files one after the other on stdout, without any frame: of each exactly the bytes from an offset, a multiple of
 * 1 MiB, up to a size, which we know. Argument: how many bytes of stdin are the fields of the files, each ended by NUL:
 * number, kind, offset, size, name; `.` names the copied file itself. Kinds: `file`; `gzip`, a file that is sparse, and
 * alone; `whole`, a file without a known size, as in /proc, and alone; `link`, the target of a link.
 *
 * Lines on stderr: `hash NUMBER HEX` of the file up to its size; `short NUMBER BYTES` of a file that has shrunk, with
 * zeros in its place; `after NUMBER BYTES TIME`, its size and time after it was read; `gone NUMBER` and
 * `unreadable NUMBER`: not the word with which a script stops.
 */
export const FILES_SCRIPT = `${ENTER_FOLDER}
export nonce base
one='
say() { echo "$nonce $*" >&2; }
number=$1 kind=$2 from=$3 size=$4 name=$5
[ "$name" != . ] || name=./$base
copy() {
  [ "$1" = 0 ] || dd bs=1048576 skip=$(($1 / 1048576)) count=0 <&3
  left=$(($2 - $1))
  [ $((left / 1048576)) = 0 ] || dd bs=1048576 count=$((left / 1048576)) iflag=fullblock <&3
  [ $((left % 1048576)) = 0 ] || dd bs=$((left % 1048576)) count=1 iflag=fullblock <&3
}
zeros() { copy 0 "$1" 3</dev/zero 2>/dev/null; }
fail() { say "$1" "$number"; [ "$kind" = gzip ] || [ "$kind" = whole ] || zeros $((size - from)); exit 0; }
if [ "$kind" = link ]; then
  [ -L "$name" ] || fail gone
  readlink -n "$name"; exit 0
fi
[ -e "$name" ] || fail gone
[ -f "$name" ] && ! [ -L "$name" ] || fail gone
( : <"$name" ) 2>/dev/null || fail unreadable
[ "$kind" = whole ] || (set -- $(copy 0 "$size" 3<"$name" 2>/dev/null | sha256sum); say hash "$number" "$1") &
exec 3<"$name"
case $kind in
file) copy "$from" "$size" ;;
gzip) copy "$from" "$size" | gzip -1 -c ;;
whole) cat <&3 ;;
esac 2>/dev/null
end=
while read -r key value; do [ "$key" = pos: ] && end=$value && break; done <"/proc/$$/fdinfo/3"
if [ "$kind" != whole ] && [ -n "$end" ] && [ "$end" -lt "$size" ]; then
  say short "$number" "$end"
  [ "$kind" = gzip ] || zeros $((size - end))
fi
wait
say after "$number" $(stat -L -c "%s %Y" "/proc/$$/fd/3")
'
head -c "$1" | xargs -0 -n 5 sh -c "$one" sh
end
`;
