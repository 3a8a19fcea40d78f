import type { Refusal } from './refusal.ts';

/** Why the root of a container cannot be opened for `--rootfs`. */
export const OF_ROOTS = {
  'rootfs-ignored': {
    when: '--rootfs, and the container runtime ignored the target',
    kind: 'rootfs-refused',
    why: 'the node ignored --target, so that its processes are not in sight',
    next: 'its container runtime cannot share process IDs; from the node they are: kubectl-debug node/{node}',
  },
  'rootfs-no-process': {
    when: '--rootfs, and no process of the target is in sight',
    kind: 'rootfs-refused',
    why: 'none of its processes is in sight',
    next: 'whether it runs: kubectl-debug pods {pod} -n {namespace} --containers',
  },
  'rootfs-closed': {
    when: '--rootfs, and a user who may not read the files of the target',
    kind: 'rootfs-refused',
    why: 'its files are closed to user {user}',
    next: 'add --run-as-user=target to be the user of the target; else only root with SYS_PTRACE may read them',
  },
  'rootfs-not-root': {
    when: '--rootfs with a command, and a user who is not root',
    kind: 'rootfs-refused',
    why: 'only root may run a command in another root, and this is user {user}',
    next: 'without a command a shell starts in it; or add --run-as-user=0, where the namespace and the pod allow that',
  },
} as const satisfies Record<string, Refusal>;
