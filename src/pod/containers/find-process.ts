/**
 * Shell text that defines `find_process ID`: it sets `$found` to the smallest PID whose `/proc/PID/cgroup` contains the
 * container ID, and to nothing if no process of that container is visible. POSIX shell for dash, busybox's ash and bash;
 * it uses only builtins, prints nothing, and cannot fail. It overwrites the variables `file`, `line` and `number`.
 *
 * The ID is what `readContainerId` returns: hexadecimal, so no pattern of the shell.
 *
 * - cgroup v1, and v2 with the namespace of the host: each path contains the ID.
 * - cgroup v2 with a namespace per container, the usual: a container sees its own cgroup as `/`, and those of other
 *   containers as `/../cri-containerd-ID.scope` (cgroup_namespaces(7)). So the function finds each container but the one
 *   that it runs in.
 * - A runtime with a kernel of its own (gVisor, Kata) shows no IDs at all. With a target, whose PID namespace it joined,
 *   process 1 is then the target; the caller decides.
 *
 * The smallest PID of a container is its first process, unless the numbers have wrapped.
 */
export const FIND_PROCESS = `find_process() {
  found=
  for file in /proc/[0-9]*/cgroup; do
    while read -r line; do
      case $line in *"$1"*) ;; *) continue ;; esac
      number=\${file#/proc/}; number=\${number%/cgroup}
      if [ -z "$found" ] || [ "$number" -lt "$found" ]; then found=$number; fi
      break
    done 2>/dev/null < "$file"
  done
}
`;
