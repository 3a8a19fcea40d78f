/**
 * Shell text that defines `find_process ID`: it sets `$found` to the smallest PID whose `/proc/PID/cgroup` contains the
 * container ID, and to nothing if no process of that container is visible. POSIX shell for dash, busybox's ash and bash,
 * with the default IFS. It prints nothing and does not end the shell. It overwrites the variables `file`, `files`,
 * `line` and `number`.
 *
 * The ID is what `readContainerId` returns: hexadecimal, so no pattern of the shell or of grep.
 *
 * - cgroup v1, and v2 with the cgroup namespace of the host: each path contains the ID.
 * - cgroup v2 with a namespace per container, the usual: a container sees its own cgroup as `/`, and those of other
 *   containers as `/../cri-containerd-ID.scope` (cgroup_namespaces(7)). So the function finds each container but the one
 *   that it runs in.
 * - A runtime with a kernel of its own (gVisor, Kata) shows no IDs at all. With a target, whose PID namespace it joined,
 *   process 1 is then the target; the caller decides.
 *
 * The smallest PID of a container is its first process, unless the numbers have wrapped. `grep` searches two hundred
 * processes in 7 ms, the shell, which reads byte by byte, in 115 ms; so the shell reads only if there is no grep.
 */
export const FIND_PROCESS = `has_line() {
  while read -r line; do
    case $line in *"$1"*) return 0 ;; esac
  done 2>/dev/null < "$2"
  return 1
}
find_process() {
  found=
  if command -v grep >/dev/null 2>&1; then files=$(grep -sl "$1" /proc/[0-9]*/cgroup)
  else files=$(for file in /proc/[0-9]*/cgroup; do if has_line "$1" "$file"; then echo "$file"; fi; done)
  fi
  for file in $files; do
    number=\${file#/proc/}; number=\${number%/cgroup}
    if [ -z "$found" ] || [ "$number" -lt "$found" ]; then found=$number; fi
  done
}
`;
