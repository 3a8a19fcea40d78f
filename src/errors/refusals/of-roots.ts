import type { Refusal } from './refusal.ts';

/** Why `--rootfs` cannot open the root of a container, and why its files are denied without `--rootfs`. */
export const OF_ROOTS = {
  'rootfs-ignored': {
    when: 'with --rootfs, the container runtime ignored the target',
    kind: 'rootfs-refused',
    why: 'the container runtime ignored --target, so its processes are not visible',
    next: "the node's container runtime cannot share processes; to see them from there: kubectl-debug node/{node}",
  },
  'rootfs-no-process': {
    when: 'with --rootfs, no process of the target is visible',
    kind: 'rootfs-refused',
    why: 'none of its processes is visible',
    next: 'to see whether it runs: kubectl-debug pods {pod} -n {namespace} --containers',
  },
  'rootfs-closed': {
    when: 'with --rootfs, the user may not read the files of the target',
    kind: 'rootfs-refused',
    why: 'user {user} may not read its files',
    next: 'add --run-as-user=target to run as the user of the target; otherwise only root with SYS_PTRACE may read them',
  },
  'rootfs-not-root': {
    when: 'with --rootfs and a command, the user is not root',
    kind: 'rootfs-refused',
    why: 'only user 0 may run a command in another root, and the debug container is user {user}',
    next: 'leave out the command to start a shell there; or add --run-as-user=0, if the namespace and the pod allow that',
  },
  'files-closed': {
    when: 'the target runs as another user (a warning in the session)',
    kind: 'files-closed',
    why: 'the files of container "{target}" (/proc/{process}/root) are denied: it runs as user {theirs}, the debug container as {ours}',
    next: 'to run as that user: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user={theirs}',
  },
  'files-guarded': {
    when: 'the target has more capabilities (a warning in the session)',
    kind: 'files-closed',
    why: 'the files of container "{target}" (/proc/{process}/root) are denied: it has capabilities that the debug container lacks',
    next: 'to run as root with SYS_PTRACE: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user=0 --cap-add=SYS_PTRACE',
  },
  'files-denied-to-user': {
    when: 'a command was denied the files of the target, and the debug image sets a user (a warning after the command)',
    kind: 'files-closed',
    why: 'the files of container "{target}" are open only to its own user{who}, and to root with SYS_PTRACE',
    next: 'to run as root: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user=0',
  },
  'files-denied': {
    when: 'the same, where running as root with SYS_PTRACE is not allowed (a warning after the command)',
    kind: 'files-closed',
    why: 'the files of container "{target}" are open only to its own user{who}, and to root with SYS_PTRACE',
    next: "add --run-as-user=UID:GID; to find the target's UID and GID: kubectl-debug {pod} -n {namespace} --target={target} -- sh -c 'grep [UG]id /proc/[0-9]*/status'",
  },
} as const satisfies Record<string, Refusal>;
