import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { runningContainerIds } from '../../pod/containers/container-id.ts';
import { forbidsRoot } from '../../pod/containers/container-user.ts';
import { pidNamespaceOf } from '../../pod/containers/link-files.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { ROOTFS_SCRIPT } from './rootfs-script.ts';

/** The variable with the script. As an argument, the whole script would show in `ps`. */
const VARIABLE = 'KUBECTL_DEBUG_ROOTFS';

const EVALUATE = `eval "$${VARIABLE}"`;

/** Separates the arguments of the script from the command. */
const BEFORE_COMMAND = '--';

/** Whether a container runs its command in the root of another container. */
export function runsInRootfs({ env = [] }: Pick<ContainerFields, 'env'>): boolean {
  return env.some(({ name }) => name === VARIABLE);
}

/** Whether a container only opens a shell in the root of another container. */
export function opensRootShell({ command = [], ...container }: ContainerFields): boolean {
  return runsInRootfs(container) && command.indexOf(BEFORE_COMMAND) === command.length - 1;
}

/** Escapes a script: in commands and variables the kubelet replaces `$(NAME)`, and `$$` by `$`. */
const asValue = (text: string): string => text.replaceAll('$', '$$$$');

function targetId(pod: Pod, target: string | undefined, ids: ReadonlyMap<string, string>): string {
  if (target === undefined)
    throw new CliError(
      'usage',
      `--rootfs opens the root of a container, but no container of ${describePod(pod)} was named`,
      {
        hint: commandText`add --target=${[...ids.keys()][0] ?? 'CONTAINER'}`,
      },
    );
  const id = ids.get(target);
  if (id !== undefined) return id;
  throw new CliError(
    'target-not-running',
    `--rootfs needs container "${target}" of ${describePod(pod)} to run`,
    {
      hint: commandText`to debug a copy: kubectl-debug ${describePod(pod)} --copy-to=NAME`,
    },
  );
}

/** The profiles with capabilities that let root open the target's files. */
const PROFILES_FOR_ROOT: readonly string[] = ['general', 'sysadmin'];

/** Sets uid 0 unless the user or the pod decides otherwise: only root may change its root directory. */
function asRoot(pod: Pod, request: DebugRequest): DebugRequest {
  const { profile, security, custom } = request;
  const isSaid = security?.runAs !== undefined || custom !== undefined;
  if (isSaid || !PROFILES_FOR_ROOT.includes(profile) || forbidsRoot(pod, {})) return request;
  const runAs = { kind: 'ids', ids: { user: 0 } } as const;
  return { ...request, security: { capAdd: [], capDrop: [], ...security, runAs } };
}

/** The part of a request that the script needs. */
type Opening = Pick<DebugRequest, 'rootfs' | 'target' | 'command'>;

/** The arguments of the script. Throws `usage` without a target, and `target-not-running`. */
function wordsFor(pod: Pod, { rootfs = 'quiet', target, command }: Opening): readonly string[] {
  const ids = runningContainerIds(pod);
  const id = targetId(pod, target, ids);
  const others = [...ids].flatMap(([name, other]) => (name === target ? [] : [`${name}=${other}`]));
  return [rootfs, pidNamespaceOf(pod), target ?? '', id, ...others, BEFORE_COMMAND, ...command];
}

/**
 * Changes a request with `rootfs` so that its command runs in the target's root. For a keeper it only adds what
 * `rootfsCommand` needs. Returns any other request unchanged. Throws `usage` without a target, and
 * `target-not-running`.
 */
export function openRootfs(pod: Pod, request: DebugRequest): DebugRequest {
  if (request.rootfs === undefined) return request;
  const words = wordsFor(pod, request);
  const evaluate = request.envelope === undefined ? asValue(EVALUATE) : EVALUATE;
  const command =
    request.keptFor === undefined ? ['sh', '-c', evaluate, 'rootfs', ...words] : request.command;
  return {
    ...asRoot(pod, request),
    command,
    env: [...request.env, { name: VARIABLE, value: asValue(ROOTFS_SCRIPT) }],
  };
}

/**
 * The command that opens the target's root by exec in a container that `openRootfs` has prepared. `pod` must be
 * current, as a restart of the target changes its ID. Throws as `openRootfs`.
 */
export function rootfsCommand(pod: Pod, opening: Opening): readonly string[] {
  return ['sh', '-c', `by_exec=1; ${EVALUATE}`, 'rootfs', ...wordsFor(pod, opening)];
}
