import type { CliError } from '../../errors/cli-error.ts';
import { refusalError, type RefusalName } from '../../errors/refusals/refusals.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { findUser, specifiedUser } from '../../pod/containers/container-user.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';

/** How the script of `--rootfs` begins what it leaves in its termination message; a word of `REFUSALS` follows, and a uid. */
export const REFUSAL_MARK = 'kubectl-debug rootfs';

/** What the script says, by its word. */
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

/** Whether a text is all that the script says where it refuses, with the line end of a terminal or without. */
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
  return rootError(pod, { target: container?.targetContainerName }, { word, user });
}

/** Throws `rootfs-refused` for what is known to be refused before anything is created. */
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

/** A shell alone opens without the right to change the root, though not in there. */
function runsCommand({ keptFor, command }: DebugRequest): boolean {
  return (keptFor ?? command).length > 0;
}
