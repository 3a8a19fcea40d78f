import { findUser } from '../containers/container-user.ts';
import { listContainers } from '../containers/containers.ts';
import { listed } from './listed.ts';
import type { Pod } from '../types.ts';

/** What the kernel shows of a process to the others in its namespace: ptrace access, as in ptrace(2). */
const OPEN_TO_OTHERS =
  'the arguments (ps) of every process, and the environment (/proc/PID/environ) and files (/proc/PID/root), secrets included, of those that run as the same user';
const ROOT_NEEDS = 'root needs the capability SYS_PTRACE for those of other users';

/** Says which containers of a pod share their user, as far as the pod tells. */
function explainUsers(pod: Pod): readonly string[] {
  const names = listContainers(pod)
    .filter(({ role }) => role === 'app' || role === 'sidecar')
    .map(({ name }) => name);
  const users = new Map(names.map((name) => [name, findUser(pod, name)]));
  const known = [...new Set(users.values())].filter((user) => user !== undefined);
  return known.flatMap((user) => {
    const alike = names.filter((name) => users.get(name) === user).map((name) => `"${name}"`);
    if (alike.length < 2) return [];
    return [`${listed(alike)} run as the same user, ${user}`];
  });
}

function explainShared(pod: Pod): readonly string[] {
  return [
    `its containers share one process namespace: each of them, a debug container too, sees ${OPEN_TO_OTHERS}; ${ROOT_NEEDS}`,
    ...explainUsers(pod),
    'process 1 is the pause container, which reaps the zombies of all',
  ];
}

/**
 * Says what the containers of a pod see of each other's processes, and who reaps zombies. See
 * https://kubernetes.io/docs/tasks/configure-pod-container/share-process-namespace/
 */
export function explainProcesses(pod: Pod): readonly string[] {
  if (pod.spec.hostPID === true)
    return [
      `its containers see the processes of the node: ${OPEN_TO_OTHERS}; ${ROOT_NEEDS}; process 1 of the node reaps zombies`,
    ];
  if (pod.spec.shareProcessNamespace === true) return explainShared(pod);
  return [
    'each container sees only its own processes; its process 1 has to reap zombies, also those that a debug container leaves',
  ];
}
