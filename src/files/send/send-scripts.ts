import { ENTER_ROOT } from '../remote/enter-root.ts';

/**
 * Goes on as the user of the target's first process, with its groups, so that the kernel refuses what it would refuse there
 * and what is written belongs to that user. `become SCRIPT ARG…` ends in one of: the same user already; `setpriv` of
 * util-linux; `chroot --userspec` of coreutils; `su` of busybox, for a user that is added to the debug container.
 */
const BECOME = `
uid= gid= groups=
while read -r key one two rest; do
  case $key in
  Uid:) uid=$two ;;
  Gid:) gid=$two ;;
  Groups:) groups="$one $two $rest"; break ;;
  esac
done <"/proc/$found/status"
become() {
  script=$1
  shift
  if [ "$(id -u)" != 0 ] || [ "$uid:$gid" = 0:0 ]; then
    exec sh -c "$script" sh "$@"
  fi
  list=$gid
  for group in $groups; do list=$list,$group; done
  if setpriv --reuid="$uid" --regid="$gid" --groups="$list" true 2>/dev/null; then
    exec setpriv --reuid="$uid" --regid="$gid" --groups="$list" sh -c "$script" sh "$@"
  fi
  if chroot --skip-chdir --userspec="$uid:$gid" --groups="$list" / true 2>/dev/null; then
    exec chroot --skip-chdir --userspec="$uid:$gid" --groups="$list" / sh -c "$script" sh "$@"
  fi
  name=kd-$uid-$(echo "$list" | tr , -)
  if ! grep -q "^$name:" /etc/passwd; then
    for group in $groups; do echo "$name-$group:x:$group:$name" >>/etc/group; done
    echo "$name:x:$uid:$gid::/:/bin/sh" >>/etc/passwd
  fi 2>/dev/null
  su -s /bin/sh "$name" -c : 2>/dev/null || stop no-user "$uid:$gid"
  exec su -s /bin/sh "$name" -c "$script" sh "$@"
}
`;

/** Begins what runs as the target's user: goes into the folder `$1` of the root again, with that user's rights. */
const ENTER_AGAIN = `nonce=$1 root=$2 folder=$3
shift 3
say() { echo "$nonce $*" >&2; }
stop() { say "$@"; exit 1; }
end() { echo "$nonce end"; say end; read -r heard; }
if cd "$root/" 2>/dev/null; then cd "$root$folder/" 2>/dev/null || stop denied; fi
`;

/** As a value in single quotes of the script around it. */
function quoted(script: string): string {
  return `'${script.replaceAll("'", `'\\''`)}'`;
}

/** A script that runs as the target's user in the folder `$folder` of its root. */
function asUser(script: string): string {
  return `cd "$root$folder/" 2>/dev/null || stop denied
become ${quoted(ENTER_AGAIN + script)} "$nonce" "$root" "$folder" "$@"
`;
}

/**
 * Says what the named path is: `place KIND`, and its folder and name if it is no folder. Then whether the target's user can
 * write into that folder: the tool says why not. Argument: a name for the folder that is made to try.
 */
export const PROBE_SCRIPT = `${ENTER_ROOT}${BECOME}
here=$root$at folder=$at
if [ -d "$here/" ]; then say place folder
else
  folder=\${at%/*}
  [ -d "$root$folder/" ] || stop no-folder
  kind=missing
  ! [ -e "$here" ] || kind=file
  say place "$kind"
  printf %s "\${at##*/}"
fi
${asUser(`mkdir -m 700 "$1" && rmdir "$1" || stop refused
end
`)}`;

/** Begins the scripts after the probe. `$1` is `in` to write into the named folder, else it is written beside the name. */
const IN_FOLDER = `${ENTER_ROOT}${BECOME}
folder=$at
[ "$1" = in ] || folder=\${at%/*}
shift
[ -d "$root$folder/" ] || stop no-folder
`;

/**
 * Takes files into the staging folder `$1`. When it stops it reads on for a moment: a node that closes a stream with unread
 * input can lose the last words of the script. Stdin is commands, a line each; names are escaped as `printf %b` reads them:
 * `tar` and `hash`, each with frames after it; `put NAME`, `data BLOCK COUNT` with so many blocks of 64 KiB for
 * that place of the file, `done SIZE MODE TIME`; `part NAME`; `end`. Prints the sha256 of the names after `hash`, says
 * `hashed HEX` of each file that was put, and `part BLOCKS HEX` of the whole blocks of a file that is there already. What was
 * put is read again by another process while more comes, so that the hash is that of the file and nothing waits for it.
 */
export const RECEIVE_SCRIPT = `${IN_FOLDER}${asUser(`umask 077
exec 3<&0
stop() {
  say "$@"
  cat <&3 >/dev/null &
  sleep 1
  kill $!
  kill -KILL $$
}
[ -d "$1/" ] || mkdir "$1" || stop refused
cd "$1/" || stop refused
umask 0
export EXTRACT_UNSAFE_SYMLINKS=1
frames() {
  while read -r bytes && [ "$bytes" != 0 ]; do
    dd bs="$bytes" count=1 iflag=fullblock 2>/dev/null || return 1
  done
}
name_of() { name=$(printf '%bx' "$1"); name=./\${name%x}; }
try() { said=$("$@" 2>&1) || { echo "$said" >&2; stop refused; }; }
take_file() {
  while read -r word a b c; do
    case $word in
    data)
      try dd bs=65536 seek="$a" count="$b" iflag=fullblock conv=notrunc of="$name"
      echo $((a + b - 1))
      ;;
    done)
      try dd if=/dev/null of="$name" bs=1 seek="$a" count=0
      try chmod "$b" "$name"
      try touch -c -d "@$c" "$name"
      echo all
      return
      ;;
    esac
  done
  stop cut
}
read_again() {
  next=0
  while read -r end; do
    if [ "$end" = all ]; then dd bs=65536 skip="$next" if="$name"
    elif [ "$end" -gt "$next" ]; then dd bs=65536 skip="$next" count=$((end - next)) if="$name"; next=$end
    fi
  done 2>/dev/null
}
while read -r word a b c; do
  case $word in
  tar) frames | tar -x -p -o -f - || stop refused ;;
  hash) frames | xargs -0 sha256sum | dd bs=64k iflag=fullblock 2>/dev/null ;;
  put)
    name_of "$a"
    [ -e "$name" ] || try touch "$name"
    set -- "$1" $(take_file | read_again | sha256sum)
    say hashed "$2"
    ;;
  part)
    name_of "$a"; blocks=0
    [ ! -f "$name" ] || blocks=$(($(stat -c %s "$name") / 65536))
    set -- "$1" $(dd bs=65536 count="$blocks" if="$name" 2>/dev/null | sha256sum)
    say part "$blocks" "$2"
    ;;
  end) break ;;
  esac
done
[ "$word" = end ] || stop cut
end
`)}`;

/**
 * Moves what is in the staging folder `$1` into its folder. A folder that exists is merged, and keeps its mode; a link is
 * replaced and never followed. Stdin: the modes that folders get, `mode NAME MODE`, then `end`.
 */
export const COMMIT_SCRIPT = `${IN_FOLDER}${asUser(`stage=$1
clash() { stop clash "$(printf %s "$1" | od -An -v -t x1 | tr -d ' \\n')"; }
merge() {
  for from in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -e "$from" ] || [ -L "$from" ] || continue
    to=$2/\${from##*/}
    if [ -d "$from" ] && ! [ -L "$from" ]; then
      [ ! -L "$to" ] || clash "$to"
      if [ ! -e "$to" ]; then mv "$from" "$2/" || stop refused
      elif [ -d "$to" ]; then (merge "$from" "$to") || exit 1
      else clash "$to"
      fi
    elif [ -d "$to" ] && ! [ -L "$to" ]; then clash "$to"
    fi
  done
  find "$1" -mindepth 1 -maxdepth 1 ! -type d -print0 | to=$2 xargs -0 -r sh -c 'mv -f "$@" "$to/"' sh || stop refused
}
cut=
while read -r word a b; do
  case $word in
  mode) name=$(printf '%bx' "$a"); name=\${name%x}; modes="$modes
$b $a" ;;
  end) cut=no; break ;;
  esac
done
[ "$cut" = no ] || stop cut
(merge "$stage" .) || exit 1
echo "$modes" | while read -r mode a; do
  [ -n "$mode" ] || continue
  name=$(printf '%bx' "$a")
  chmod "$mode" "./\${name%x}" || stop refused
done || exit 1
rm -rf "$stage"
end
`)}`;

/** Removes the staging folder `$1`. */
export const ABANDON_SCRIPT = `${IN_FOLDER}${asUser(`chmod -R u+rwx "$1" 2>/dev/null
rm -rf "$1"
end
`)}`;

/** Whatever `read -r` and `printf %b` would change is written as an octal escape. */
export function escapedName(name: string): string {
  return name.replace(/[^\w./-]/g, (byte) => `\\0${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
