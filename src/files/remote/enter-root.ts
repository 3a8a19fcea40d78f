import type { BytePath } from '../file-sink.ts';
import { runningContainerIds } from '../../pod/containers/container-id.ts';
import { FIND_PROCESS } from '../../pod/containers/find-process.ts';
import { pidNamespaceOf, type PidNamespace } from '../../pod/containers/link-files.ts';
import type { Pod } from '../../pod/types.ts';

/** Where a script finds the files of a container. */
export interface FilesOf {
  /** The name of the target container. */
  readonly target: string;
  /** Hexadecimal. */
  readonly containerId: string;
  readonly namespace: PidNamespace;
  readonly node: string;
}

/** What a script needs to find the files of a container now; undefined if the container does not run. */
export function findFilesOf(pod: Pod, target: string): FilesOf | undefined {
  const containerId = runningContainerIds(pod).get(target);
  if (containerId === undefined) return undefined;
  return { target, containerId, namespace: pidNamespaceOf(pod), node: pod.spec.nodeName ?? 'NAME' };
}

/**
 * Begins each script about files. Arguments: a nonce, which begins each line to us on stderr so that no file name can
 * forge one; the PID namespace; the container ID; and a path, which the script resolves as the kernel would with `/` at
 * the root of the target: a link is followed inside, even if it is absolute. A relative path begins at the working
 * directory of the target's first process, as with `kubectl cp`. Then `$root$at` is the file, and the arguments that
 * follow are `$1` and so on. `end` is the last line of a script, on both streams; then it waits until we have read all, as
 * a runtime may drop what a process writes right before its end. The script stays outside, with its own tools, so no code
 * of the target runs.
 */
export const ENTER_ROOT = `nonce=$1 namespace=$2 id=$3 path=$4
shift 4
say() { echo "$nonce $*" >&2; }
stop() { say "$@"; exit 1; }
end() { echo "$nonce end"; say end; read -r heard; }
${FIND_PROCESS}find_process "$id"
if [ "$namespace" = own ]; then
  [ $$ != 1 ] && ! [ /proc/1/ns/mnt -ef /proc/$$/ns/mnt ] || stop ignored
fi
[ -n "$found" ] || [ "$namespace" != own ] || found=1
[ -n "$found" ] || stop no-process
root=/proc/$found/root
(cd "$root/") 2>/dev/null || stop closed "$(id -u)"
resolve() {
  rest=$1 at= hops=0
  while [ -n "$rest" ]; do
    part=\${rest%%/*}
    case $rest in */*) rest=\${rest#*/} ;; *) rest= ;; esac
    case $part in '' | .) continue ;; ..) at=\${at%/*}; continue ;; esac
    if [ -L "$root$at/$part" ]; then
      hops=$((hops + 1))
      [ $hops -le 40 ] || stop loop
      link=$(readlink "$root$at/$part"; echo x)
      link=\${link%??}
      case $link in /*) at= ;; esac
      rest=$link/$rest
    else at=$at/$part
    fi
  done
}
case $path in
/*) ;;
*) cwd=$(readlink "/proc/$found/cwd"; echo x); path=\${cwd%??}/$path ;;
esac
resolve "$path"
`;

/** The arguments of `ENTER_ROOT`; `path` is in bytes, and arguments of an exec are UTF-8. */
export function enterWords(
  { namespace, containerId }: FilesOf,
  nonce: string,
  path: BytePath,
): readonly string[] {
  return [nonce, namespace, containerId, Buffer.from(path, 'latin1').toString()];
}
