import { CliError } from '../errors/cli-error.ts';
import { findUser, specifiedUser } from '../pod/container-user.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../pod/types.ts';
import type { DebugRequest } from './debug-request.ts';
import { canTrace } from './user-rules.ts';

/** How the script of `--rootfs` begins what it leaves in its termination message; a word of `REFUSALS` follows, and a uid. */
export const REFUSAL_MARK = 'kubectl-debug rootfs';

interface Refusal {
  readonly why: (user: string) => string;
  readonly hint: (pod: Pod) => string;
}

/** Why the root of a container cannot be opened, by the word that the script says. */
const REFUSALS = {
  ignored: {
    why: () => 'the node ignored --target, so that its processes are not in sight',
    hint: (pod) =>
      `its container runtime cannot share process IDs; from the node they are: kubectl-debug node/${pod.spec.nodeName ?? 'NAME'}`,
  },
  'no-process': {
    why: () => 'none of its processes is in sight',
    hint: (pod) =>
      `does it run? kubectl-debug pods ${podRef(pod).name} -n ${podRef(pod).namespace} --containers`,
  },
  closed: {
    why: (user) => `its files are closed to user ${user}`,
    hint: () =>
      '--run-as-user=target makes it the user of the target; else only root with SYS_PTRACE may read them',
  },
  'not-root': {
    why: (user) => `only root may run a command in another root, and this is user ${user}`,
    hint: () =>
      'without a command a shell starts in it; --run-as-user=0 makes it root, where the namespace and the pod allow that',
  },
} as const satisfies Record<string, Refusal>;

type RefusalWord = keyof typeof REFUSALS;

function isRefusalWord(word: string): word is RefusalWord {
  return Object.hasOwn(REFUSALS, word);
}

function refusalError(
  pod: Pod,
  { target = '' }: { readonly target: string | undefined },
  { word, user }: { readonly word: RefusalWord; readonly user: string },
): CliError {
  const { why, hint } = REFUSALS[word];
  const what = `cannot open the root of container "${target}" in ${describePod(pod)}: ${why(user)}`;
  return new CliError('rootfs-refused', what, { hint: hint(pod) });
}

/** The refusal that a debug container of `pod` left behind as it ended; undefined when it left none. */
export function readRootfsRefusal(
  pod: Pod,
  { name, message }: { readonly name: string; readonly message: string },
): CliError | undefined {
  const [, word = '', user = ''] = message.startsWith(REFUSAL_MARK)
    ? message.slice(REFUSAL_MARK.length).split(/\s+/)
    : [];
  if (!isRefusalWord(word)) return undefined;
  const container = pod.spec.ephemeralContainers?.find((ephemeral) => ephemeral.name === name);
  return refusalError(pod, { target: container?.targetContainerName }, { word, user });
}

/** Throws `rootfs-refused` for what is known to be refused before anything is created. */
export function refuseClosedRootfs(
  pod: Pod,
  container: EphemeralContainer,
  { rootfs, command, target }: DebugRequest,
): void {
  const ours = specifiedUser(pod, container);
  if (rootfs === undefined || target === undefined || ours === undefined) return;
  const theirs = findUser(pod, target);
  const isOpen =
    theirs === undefined || ours === theirs || (ours === 0 && canTrace(container.securityContext));
  const user = String(ours);
  if (!isOpen) throw refusalError(pod, { target }, { word: 'closed', user });
  if (ours !== 0 && command.length > 0) throw refusalError(pod, { target }, { word: 'not-root', user });
}
