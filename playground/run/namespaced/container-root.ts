import { PROGRAMS_IN_ROOT } from '../programs/write-programs.ts';

/** Gives a shell of bash the prompt of busybox in place of its version, unless it has one of its own. */
export const SHELL_START_FILE = '/etc/shrc';

/**
 * The script that makes a container's root and then becomes its first process. It runs in new user and mount
 * namespaces, so its mounts are invisible outside. Its first line of output is `running`, or `failed` and runc's
 * reason why it could not have executed the command.
 *
 * Arguments: the empty folder to mount the root on; the folder that becomes /data; the host name; the search path;
 * the folder with programs of the playground, empty for none;
 * the program of the demo app and its script, both empty for a root with the system's programs; the command line for
 * script(1), empty without a terminal; the command.
 *
 * Variables begin with `_`, so that none hides one of the container.
 */
export const CONTAINER_ROOT_SCRIPT = `
set -eu
_root=$1 _data=$2 _host=$3 _path=$4 _programs=$5 _app=$6 _app_script=$7 _typed=$8
shift 8

_fail() { printf 'failed %s\\n' "$1"; exit 128; }

# Shows a file or folder of this machine at the same place; a symbolic link stays one.
_show() {
  mkdir -p ".\${1%/*}"
  if [ -L "$1" ]; then cp -P "$1" ".$1"
  elif [ -d "$1" ]; then mkdir -p ".$1"; mount --rbind "$1" ".$1"
  elif [ -e "$1" ]; then _show_at "$1" "$1"
  fi
}
_show_at() { : > ".$2"; mount --bind "$1" ".$2"; }

hostname "$_host" 2> /dev/null || :
mount -t tmpfs -o mode=755,size=256m tmpfs "$_root"
cd "$_root"
mkdir -p data dev/pts dev/shm etc proc root run tmp var/tmp
chmod 1777 dev/shm tmp var/tmp
printf 'root:x:0:0:root:/root:/bin/sh\\nnobody:x:65534:65534:nobody:/:/bin/false\\n' > etc/passwd
printf 'root:x:0:\\nnogroup:x:65534:\\n' > etc/group
printf '127.0.0.1\\tlocalhost\\n127.0.0.1\\t%s\\n' "$_host" > etc/hosts
printf '%s\\n' "$_host" > etc/hostname
printf 'set enable-bracketed-paste off\\n' > etc/inputrc
cat > .${SHELL_START_FILE} << 'END'
if [ "$PS1" = '\\s-\\v\\$ ' ]; then PS1='\\w # '; fi
END
cat /etc/resolv.conf > etc/resolv.conf 2> /dev/null || :

for _name in /lib /lib32 /lib64 /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d; do _show "$_name"; done
if [ -n "$_app" ]; then
  for _name in /usr/lib /usr/lib32 /usr/lib64; do _show "$_name"; done
  _show_at "$_app" "$1"
  _show_at "$_app_script" "$2"
  printf 'port = 8080\\nlog = info\\n' > etc/app.conf
else
  for _name in /bin /sbin /usr /etc/alternatives /etc/nsswitch.conf /etc/ssl/certs; do _show "$_name"; done
fi
[ -z "$_programs" ] || { mkdir -p .${PROGRAMS_IN_ROOT}; mount --bind "$_programs" .${PROGRAMS_IN_ROOT}; }
# What was mounted below a shown folder is shown with it: each mount is made read-only by itself.
_listed=$(printf '%s\\n' "$_root" | sed 's/\\\\/\\\\134/g; s/ /\\\\040/g')
while read -r _ _ _ _ _point _options _; do
  case $_point in "$_listed"/*) mount -o "remount,bind,$_options,ro" ".\${_point#"$_listed"}" ;; esac
done < /proc/self/mountinfo
[ ! -w usr/lib ] || _fail 'the programs of this machine cannot be made read-only'

for _name in null zero full random urandom tty; do _show_at "/dev/$_name" "/dev/$_name"; done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount --bind "$_data" data
mount -t proc -o nosuid,nodev,noexec proc proc
# root of this machine may write these files even without any capability
for _name in sys irq bus fs sysrq-trigger; do
  [ ! -e "proc/$_name" ] || { mount --bind "proc/$_name" "proc/$_name"; mount -o remount,bind,ro "proc/$_name"; }
done

pivot_root . run
cd /
# only the old root is sure to have umount
PATH=/run/usr/sbin:/run/usr/bin:/run/sbin:/run/bin
umount -l /run
# A client attaches after the prompt was printed; bash prints it again when the terminal is resized, as the
# shells of small images do, and dash does not.
if [ -z "$_app" ] && [ -x /bin/bash ]; then PATH=/usr/sbin:/usr/bin:/sbin:/bin mount --bind /bin/bash /bin/sh; fi

PATH=$_path
case $1 in
  */*)
    _file=$1
    [ -e "$_file" ] || _fail "stat $_file: no such file or directory" ;;
  *)
    _file=
    IFS=:
    for _folder in $PATH; do
      if [ -f "$_folder/$1" ] && [ -x "$_folder/$1" ]; then _file=$_folder/$1; break; fi
    done
    unset IFS
    [ -n "$_file" ] || _fail 'executable file not found in $PATH' ;;
esac
{ [ -f "$_file" ] && [ -x "$_file" ]; } || _fail 'permission denied'

set +eu
if [ -n "$_typed" ] && command -v script > /dev/null; then exec script -qec "$_typed" /dev/null; fi
printf 'running\\n'
exec "$@"
`;
