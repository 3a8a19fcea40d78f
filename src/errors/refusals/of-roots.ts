import type { Refusal } from './refusal.ts';

/** Why the root of a container cannot be opened for `--rootfs`, and its files not be seen without it. */
export const OF_ROOTS = {
  'rootfs-ignored': {
    when: '--rootfs, and the container runtime ignored the target',
    kind: 'rootfs-refused',
    why: 'the node ignored --target, so its processes are not visible',
    next: 'its container runtime cannot share process IDs; the node sees them: kubectl-debug node/{node}',
  },
  'rootfs-no-process': {
    when: '--rootfs, and no process of the target is visible',
    kind: 'rootfs-refused',
    why: 'none of its processes is visible',
    next: 'to see whether it runs: kubectl-debug pods {pod} -n {namespace} --containers',
  },
  'rootfs-closed': {
    when: '--rootfs, and a user who may not read the files of the target',
    kind: 'rootfs-refused',
    why: 'user {user} may not read its files',
    next: 'add --run-as-user=target to be the user of the target; else only root with SYS_PTRACE may read them',
  },
  'rootfs-not-root': {
    when: '--rootfs with a command, and a user who is not root',
    kind: 'rootfs-refused',
    why: 'only root may run a command in another root, and this is user {user}',
    next: 'without a command a shell starts in it; or add --run-as-user=0, where the namespace and the pod allow that',
  },
  'files-closed': {
    when: 'the target runs as another user; a warning in the session',
    kind: 'files-closed',
    why: 'the files of container "{target}" (/proc/{process}/root) are denied: it runs as user {theirs}, the debug container as {ours}',
    next: 'its own user sees them: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user={theirs}',
  },
  'files-guarded': {
    when: 'the target has more capabilities; a warning in the session',
    kind: 'files-closed',
    why: 'the files of container "{target}" (/proc/{process}/root) are denied: it has capabilities that the debug container lacks',
    next: 'root with SYS_PTRACE sees them: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user=0 --cap-add=SYS_PTRACE',
  },
  'files-denied-to-user': {
    when: 'a command of a debug image with a user of its own was denied the files of the target; a warning at its end',
    kind: 'files-closed',
    why: 'the files of container "{target}" are open only to its own user{who}, and to root with SYS_PTRACE',
    next: 'root sees them: kubectl-debug {pod} -n {namespace} --target={target} --run-as-user=0',
  },
  'files-denied': {
    when: 'the same, where root with SYS_PTRACE may not run; a warning at its end',
    kind: 'files-closed',
    why: 'the files of container "{target}" are open only to its own user{who}, and to root with SYS_PTRACE',
    next: "add --run-as-user=UID:GID; whose they are: kubectl-debug {pod} -n {namespace} --target={target} -- sh -c 'grep [UG]id /proc/[0-9]*/status'",
  },
} as const satisfies Record<string, Refusal>;
