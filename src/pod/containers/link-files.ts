import type { ContainerFields, EnvVar, Pod } from '../types.ts';
import { runningContainerIds } from './container-id.ts';
import { FIND_PROCESS } from './find-process.ts';

/** The PID namespace of a container with a target: that of the target, of the pod, or of the node. */
export type PidNamespace = 'own' | 'shared' | 'host';

/** The PID namespace of debug containers of a pod: process 1 is the target's, the pod's pause process, or the node's init. */
export function pidNamespaceOf({ spec }: Pod): PidNamespace {
  if (spec.hostPID === true) return 'host';
  return spec.shareProcessNamespace === true ? 'shared' : 'own';
}

/** Whether a session says which files are linked; `brief`: not those of a lone target, which another line tells. */
export type Saying = 'said' | 'brief' | 'quiet';

/**
 * Shell text with the functions that link the files of containers to `/c/NAME`, in the container that runs it. It
 * contains `FIND_PROCESS`, and needs `mkdir`, `ln` and `rm`.
 *
 * - `can_enter PID`: whether the kernel opens the root of the process to us.
 * - `link_root NAME PID`: makes the link; fails where it cannot.
 * - `link_files NAMESPACE NAME=ID…`: links each container whose root can be entered, and removes the links of others; an
 *   ID is empty if the container does not run. Sets `$linked` to the links, with `, ` between them.
 *
 * A folder of the pod that is mounted at or below `/c` belongs to others, so nothing is written there, nor where the
 * image has files of that name. A root file system that is read-only, or of another user, gets no links.
 */
export const LINK_FILES = `${FIND_PROCESS}can_enter() { (cd "/proc/$1/root/") 2>/dev/null; }
is_ours() {
  while read -r line; do
    case $line in *' /c '* | *' /c/'*) return 1 ;; esac
  done 2>/dev/null < /proc/self/mountinfo
}
link_root() {
  [ ! -L /c ] || return 1
  if ! mkdir /c 2>/dev/null; then [ -d /c ] && is_ours || return 1; fi
  [ -L "/c/$1" ] || [ ! -e "/c/$1" ] || return 1
  ln -sfn "/proc/$2/root" "/c/$1" 2>/dev/null
}
link_files() {
  namespace=$1 linked=
  shift
  for pair; do
    name=\${pair%%=*} id=\${pair#*=} found=
    [ -z "$id" ] || find_process "$id"
    if [ "$namespace" = own ] && [ -n "$id" ] && [ -z "$found" ] && ! [ /proc/1/ns/mnt -ef /proc/$$/ns/mnt ]; then found=1; fi
    if [ -n "$found" ] && can_enter "$found" && link_root "$name" "$found"; then linked="$linked\${linked:+, }/c/$name"
    elif [ -L "/c/$name" ] && [ ! -L /c ] && is_ours; then rm -f "/c/$name" 2>/dev/null
    fi
  done
}
`;

/** The words that say which files are linked, as a line of the script and of the program. */
export const LINKED_WORDS = 'files of the containers:';

/** The variable with the words for `link_files` in the envelope of a shell. */
const VARIABLE = 'KUBECTL_DEBUG_LINKS';

/**
 * Shell text for the beginning of a shell's envelope: it links the files that the variable names, and says so. In a
 * subshell, as a variable that it sets may be one that the container exports to the shell.
 */
export const LINK_IN_SHELL = `if [ -n "$${VARIABLE}" ]; then (
${LINK_FILES}set -- $${VARIABLE}
said=$1
shift
link_files "$@"
[ "$said" = quiet ] || [ -z "$linked" ] || echo "kubectl-debug: ${LINKED_WORDS} $linked" >&2
) </dev/null
unset ${VARIABLE}
fi
`;

/** A debug container with the target that it has, or none. */
interface Linking {
  readonly target: string | undefined;
}

/**
 * The arguments of `link_files` for a debug container of the pod; none if it sees the processes of no other container. A
 * target's PID namespace has only processes of the target and of its debug containers.
 */
export function linkWords(pod: Pod, { target }: Linking): readonly string[] {
  const namespace = pidNamespaceOf(pod);
  const ids = runningContainerIds(pod);
  const seen = namespace === 'own' ? (target === undefined ? [] : [target]) : namesOf(pod);
  // The words are split by a shell, so a name that no server lets in is left out.
  const names = seen.filter((name) => /^[a-z0-9-]+$/.test(name));
  return names.length === 0 ? [] : [namespace, ...names.map((name) => `${name}=${ids.get(name) ?? ''}`)];
}

function namesOf({ spec }: Pod): readonly string[] {
  return [...(spec.initContainers ?? []), ...spec.containers].map(({ name }) => name);
}

/**
 * The variable with which the envelope of a shell links files; none if there is nothing to see. Searching the processes
 * of a node would take long before the prompt.
 */
export function linkVariables(
  pod: Pod,
  { target, saying }: Linking & { readonly saying: Saying },
): readonly EnvVar[] {
  const [namespace, ...pairs] = linkWords(pod, { target });
  if (namespace === undefined || namespace === 'host') return [];
  const said = saying === 'brief' ? (namespace === 'own' ? 'quiet' : 'said') : saying;
  return [{ name: VARIABLE, value: [said, namespace, ...pairs].join(' ') }];
}

/** Shell text that links files before a shell that is run by exec; empty if there is nothing to see. */
export function linkBeforeShell(pod: Pod, linking: Linking & { readonly saying: Saying }): string {
  return linkVariables(pod, linking)
    .map(({ name, value = '' }) => `${name}='${value}'\n${LINK_IN_SHELL}`)
    .join('');
}

/** Whether the envelope of a container links files when it starts. */
export function hasLinkVariable({ env = [] }: Pick<ContainerFields, 'env'>): boolean {
  return env.some(({ name }) => name === VARIABLE);
}
