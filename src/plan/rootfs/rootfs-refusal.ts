import type { CliError } from '../../errors/cli-error.ts';
import { refusalError, type RefusalName } from '../../errors/refusals/refusals.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { findUser, specifiedUser } from '../../pod/containers/container-user.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';

/** Begins the termination message of the script of `--rootfs`; a word of `REFUSALS` and a uid follow. */
export const REFUSAL_MARK = 'kubectl-debug rootfs';

/** The refusals of the script, by its word. */
const REFUSALS = {
  ignored: 'rootfs-ignored',
  'no-process': 'rootfs-no-process',
  closed: 'rootfs-closed',
  'not-root': 'rootfs-not-root',
} as const satisfies Record<string, RefusalName>;

type RefusalWord = keyof typeof REFUSALS;

function isRefusalWord(word: string): word is RefusalWord {
  return Object.hasOwn(REFUSALS, word);
}

/**
 * Whether a text is exactly the line that the script writes when it refuses, with the line end of a terminal or
 * without.
 */
export function isRefusalLine(text: string): boolean {
  const [mark, word = ''] = /^(.*) (\S+) \d+\r?\n$/.exec(text)?.slice(1) ?? [];
  return mark === REFUSAL_MARK && isRefusalWord(word);
}

function rootError(
  pod: Pod,
  { target = '' }: { readonly target: string | undefined },
  { word, user }: { readonly word: RefusalWord; readonly user: string },
): CliError {
  const { namespace, name } = podRef(pod);
  const what = `cannot open the root of container "${target}" in ${describePod(pod)}`;
  const facts = { pod: name, namespace, user, node: pod.spec.nodeName ?? 'NAME' };
  return refusalError(what, REFUSALS[word], facts);
}

/** The refusal in the termination message of a debug container of `pod`; undefined without one. */
export function readRootfsRefusal(
  pod: Pod,
  { name, message }: { readonly name: string; readonly message: string },
): CliError | undefined {
  const [, word = '', user = ''] = message.startsWith(REFUSAL_MARK)
    ? message.slice(REFUSAL_MARK.length).split(/\s+/)
    : [];
  if (!isRefusalWord(word)) return undefined;
  const container = pod.spec.ephemeralContainers?.find((ephemeral) => ephemeral.name === name);
  return rootError(pod, { target: container?.targetContainerName }, { word, user });
}

/** Throws `rootfs-refused` for a request that the script is known to refuse, before anything is created. */
export function refuseClosedRootfs(pod: Pod, container: EphemeralContainer, request: DebugRequest): void {
  const { rootfs, target } = request;
  const ours = specifiedUser(pod, container);
  if (rootfs === undefined || target === undefined || ours === undefined) return;
  const theirs = findUser(pod, target);
  const isOpen =
    theirs === undefined || ours === theirs || (ours === 0 && canTrace(container.securityContext));
  const user = String(ours);
  if (!isOpen) throw rootError(pod, { target }, { word: 'closed', user });
  if (ours !== 0 && runsCommand(request)) throw rootError(pod, { target }, { word: 'not-root', user });
}

/** Whether there is a command. Without one the script opens a shell even if it cannot change the root. */
function runsCommand({ keptFor, command }: DebugRequest): boolean {
  return (keptFor ?? command).length > 0;
}
