import { LINK_FILES } from '../../pod/containers/link-files.ts';
import { REFUSAL_MARK } from './rootfs-refusal.ts';

/**
 * Runs in the debug container for `--rootfs`, in the POSIX shell of its image (busybox's ash or bash), and needs only
 * that shell and `chroot`. Arguments: `said` or `quiet`, the PID namespace (`own`, `shared`, `host`), the target's
 * name, its container ID, `NAME=ID` of each other container, `--`, and the command, which is empty for a shell.
 *
 * The script finds the process of a container by its ID, as process 1 of a shared PID namespace is the pod's pause
 * process. If the runtime hides the IDs, process 1 of the target's own namespace is the target. This shell stays outside
 * as the parent of the command, because /proc/PID/root of a process outside puts the tools of the image on PATH inside
 * the target's root; `exec` would end it. (`command -v` is no help: it prints busybox's applets without a path.)
 *
 * In a folder outside of its root a shell knows the path by PWD only, so ash gets a prompt that uses nothing else.
 *
 * The script writes a refusal to the termination message, which `readRootfsRefusal` reads; with `by_exec` set to
 * stderr, as the container goes on. If the runtime joined the target's PID namespace, process 1 is not of our
 * container.
 */
export const ROOTFS_SCRIPT = `
unset KUBECTL_DEBUG_ROOTFS
say() { [ "$said" = quiet ] || echo "kubectl-debug: $*" >&2; }
refuse() {
  if [ -n "$by_exec" ]; then echo "${REFUSAL_MARK} $1 $(id -u)" >&2
  else { echo "${REFUSAL_MARK} $1 $(id -u)" > /dev/termination-log; } 2>/dev/null || echo "kubectl-debug: --rootfs: $1" >&2
  fi
  exit 126
}
${LINK_FILES}
said=$1 namespace=$2 target=$3 id=$4
shift 4
find_process "$id"
if [ "$namespace" = own ]; then
  [ $$ != 1 ] && ! [ /proc/1/ns/mnt -ef /proc/$$/ns/mnt ] || refuse ignored
fi
[ -n "$found" ] || [ "$namespace" != own ] || found=1
[ -n "$found" ] || refuse no-process
process=$found root=/proc/$found/root
can_enter "$process" || refuse closed
link_root "$target" "$process"
others=
while [ "$1" != -- ]; do
  find_process "\${1#*=}"
  if [ -n "$found" ] && can_enter "$found"; then
    link_root "\${1%%=*}" "$found"
    others="$others \${1%%=*} at /proc/$found/root"
  fi
  shift
done
shift

tools=/proc/$$/root inside= sh= bash=
rest=$PATH:
while [ -n "$rest" ]; do
  folder=\${rest%%:*}
  inside=$inside$tools$folder:
  if [ -z "$sh" ] && [ -x "$folder/sh" ]; then sh=$folder/sh; fi
  if [ -z "$bash" ] && [ -x "$folder/bash" ]; then bash=$folder/bash; fi
  rest=\${rest#*:}
done
shell=\${bash:-$sh}
inside=\${inside}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
why=
if [ "$(id -u)" != 0 ]; then why="only root may change the root, and this is user $(id -u); --run-as-user=0 makes it root where the namespace allows that"
elif ! chroot "$root" "$tools$shell" -c : 2>/dev/null; then
  why="the shell of this image does not run in there: it needs libraries of its own, is an absolute link, or lacks SYS_CHROOT; --image=busybox:musl needs none"
fi
[ "$namespace" != shared ] || say "process 1 is the pod's pause process, which kill 1 would end; container \\"$target\\" is process $process"
[ -z "$others" ] || say "other containers:$others"
if [ $# -gt 0 ]; then
  [ "$(id -u)" = 0 ] || refuse not-root
  PATH=$inside chroot "$root" "$@"
  code=$?
  [ $code != 127 ] || echo "kubectl-debug: $1 is neither in there nor in this image, or needs libraries that are not in there; the programs of --image=busybox:musl need none" >&2
  exit $code
fi
if [ -n "$why" ]; then
  say "$why; the shell starts in $root instead, and / is the root of the debug container"
  [ -n "$bash" ] || export PS1='$PWD \\$ '
  cd "$root" && export PWD && exec "$shell"
fi
say "/ is the root of container \\"$target\\", with the tools of the debug image on PATH"
PATH=$inside chroot "$root" "$tools$shell"
exit $?
`.trimStart();
