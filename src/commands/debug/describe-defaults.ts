import { describePod } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { PROFILES, type ProfileName } from '../../plan/security/profiles.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Defaults } from '../shared/debug-defaults.ts';
import type { DebugCommand } from './request/debug-command.ts';
import { flagsWithoutKubectl, renderKubectlLine, type ChosenTexts } from './request/kubectl-line.ts';
import type { EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import type { PodCopyPlan } from '../../plan/copy/pod-copy.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { NodePodPlan } from '../../plan/pod-on-node.ts';
import { plannedImage, type Fallback } from '../../plan/fallbacks.ts';
import { describeIds, specifiedUser } from '../../pod/containers/container-user.ts';

interface Choosing {
  readonly input: CommandInput;
  readonly command: Pick<DebugCommand, 'defaults' | 'exec' | 'request'>;
  /** The plan that was carried out, or would be. */
  readonly plan: DebugPlan;
  /** How the pod was found, if its name was not typed; the pod, if there are several namespaces. */
  readonly foundAs: string | undefined;
  /** The fallback that was used because Pod Security refused the first plan. */
  readonly fallback: Fallback | undefined;
}

/** The flags of kubectl for the defaults that follow from the command line alone, for `--show-kubectl`. */
export function textsOfDefaults({ image, isInteractive }: Defaults): ChosenTexts {
  return {
    ...(image !== undefined && { image }),
    ...(isInteractive && { stdin: 'true', tty: 'true' }),
  };
}

/** Describes what was chosen for the user, with the same kubectl line if there is one; undefined if nothing was chosen. */
export function describeChosen(choosing: Choosing): string | undefined {
  const { input, command, plan } = choosing;
  const { defaults } = command;
  const chosen = wordsOf(choosing);
  if (chosen.length === 0) return undefined;
  const using = `using ${chosen.join(', ')}`;
  if (!hasKubectlLine(choosing)) return using;
  const image = chosenImage(defaults, plan);
  const profile = chosenProfile(choosing);
  const texts = {
    ...textsOf(defaults, plan),
    ...(image !== undefined && { image }),
    ...(profile !== undefined && { profile }),
  };
  return `${using}; with kubectl: ${renderKubectlLine(input, texts)}`;
}

function wordsOf(choosing: Choosing): readonly string[] {
  const { command, plan, foundAs, fallback } = choosing;
  const { defaults } = command;
  const image = chosenImage(defaults, plan);
  const target = defaults.target === 'chosen' ? targetOf(plan) : undefined;
  const profile = chosenProfile(choosing);
  return [
    ...(foundAs === undefined ? [] : [foundAs]),
    ...(image === undefined ? [] : [`image ${image}`]),
    ...(defaults.isInteractive ? ['-it'] : []),
    ...(target === undefined ? [] : [`target container "${target}"`]),
    ...(profile === undefined ? [] : [`--profile=${profile}`]),
    ...textsOfUser(fallback),
  ];
}

/** The plan of a session on a terminal, for one line about it. */
export interface SessionPlan extends Pick<Choosing, 'plan' | 'foundAs' | 'fallback'> {
  readonly command: Pick<DebugCommand, 'defaults' | 'exec' | 'request'>;
  /** The pod before its debug container was added; undefined if a new one is created. */
  readonly current: Pod | undefined;
}

/** One line about a session on a terminal: where it is, whose processes and files are seen, the image and the rights. */
export function describeSession(session: SessionPlan): string {
  const { plan, command, fallback } = session;
  const profile = chosenProfile(session) ?? command.request.profile;
  const user = fallback?.setsUser === undefined ? '' : ` as ${describeIds(fallback.setsUser)}`;
  const parts = [
    ...placesOf(session),
    plannedImage(plan),
    `${profile}${user}`,
    filesOf(session),
    // The runtime writes what a terminal shows, echoed input included, to the log of the container.
    command.exec === undefined ? 'logged' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Our notes that the line does not stand for. */
export function notesBeside(plan: DebugPlan): readonly string[] {
  return plan.kind === 'node' && plan.os === undefined ? [] : plan.notes;
}

/** Which pod or node, and which container of it. */
function placesOf({ plan, foundAs }: SessionPlan): readonly string[] {
  switch (plan.kind) {
    case 'node':
      return [`node ${plan.pod.spec.nodeName ?? ''}`, `pod ${describePod(plan.pod)}`];
    case 'copy':
      return [`copy ${plan.pod.metadata.name ?? ''} of ${foundAs ?? refText(plan.original)}`];
    case 'ephemeral':
      return [foundAs ?? refText(plan.pod), plan.container.targetContainerName ?? 'no target'];
  }
}

/** The namespace goes without saying where it is called default. */
function refText({ namespace, name }: PodRef): string {
  return namespace === 'default' ? name : `${namespace}/${name}`;
}

const FILES_OF_PROCESS = '/proc/PID/root = files of a process';

/** Where the files of the target are. With `--rootfs` the shell says it; in a shared PID namespace a note tells of links. */
function filesOf({ plan, command: { request }, current }: SessionPlan): string | undefined {
  if (plan.kind === 'node') return plan.os === undefined ? filesOfNode(plan, request.profile) : undefined;
  if (request.rootfs !== undefined) return undefined;
  if (plan.kind === 'copy') return seesOthers(plan) ? FILES_OF_PROCESS : undefined;
  if (current?.spec.shareProcessNamespace === true)
    return canLink(plan, current) ? undefined : FILES_OF_PROCESS;
  return plan.container.targetContainerName === undefined ? undefined : '/proc/1/root = its files';
}

/** Whether the shell of a copy sees processes of other containers. Nothing links their files. */
function seesOthers({ pod: { spec } }: PodCopyPlan): boolean {
  return spec.shareProcessNamespace === true && spec.containers.length > 1;
}

/** Whether the debug container may write to its root, as far as the objects tell: only root can make `/c` there. */
function canLink({ container }: EphemeralPlan, pod: Pod): boolean {
  return (
    container.securityContext?.readOnlyRootFilesystem !== true && (specifiedUser(pod, container) ?? 0) === 0
  );
}

function filesOfNode({ pod }: NodePodPlan, profile: ProfileName): string {
  const files = PROFILES[profile].node.hostRoot ? '/host = its files' : 'none of its files';
  const isPrivileged = pod.spec.containers.some(({ securityContext }) => securityContext?.privileged);
  return isPrivileged ? files : `${files}, nsenter needs --profile=sysadmin`;
}

/** The default image depends on the operating system, which only the plan knows. */
function chosenImage({ image }: Defaults, plan: DebugPlan): string | undefined {
  return image === undefined || plan.os !== 'windows' ? image : (plannedImage(plan) ?? image);
}

/**
 * The profile of a fallback, or that of a Windows pod; undefined for the one that was asked for. A node pod on Windows has
 * rights that no profile of kubectl gives.
 */
function chosenProfile({
  command,
  plan,
  fallback,
}: Omit<SessionPlan, 'foundAs' | 'current'>): string | undefined {
  const isForWindows =
    command.request.adaptsProfile === true && plan.kind !== 'node' && plan.os === 'windows';
  return fallback?.profile ?? (isForWindows ? 'baseline' : undefined);
}

function targetOf(plan: DebugPlan): string | undefined {
  return plan.kind === 'ephemeral' ? plan.container.targetContainerName : undefined;
}

function textsOfUser(fallback: Fallback | undefined): readonly string[] {
  return fallback?.setsUser === undefined ? [] : [`--run-as-user=${describeIds(fallback.setsUser)}`];
}

/**
 * A line of kubectl cannot keep a container and run a command in it, and has no flag for a user. With the script of a preset it
 * would be pages long; `--show-kubectl` prints it.
 */
function hasKubectlLine({ input, command, plan, fallback }: Choosing): boolean {
  if (input.typedCommand !== undefined) return false;
  const isOneLine = command.exec === undefined && fallback?.setsUser === undefined;
  const isForKubectl = plan.kind !== 'node' || plan.os !== 'windows';
  return isOneLine && isForKubectl && flagsWithoutKubectl(input).length === 0;
}

function textsOf(defaults: Defaults, plan: DebugPlan): ChosenTexts {
  const texts = textsOfDefaults(defaults);
  switch (plan.kind) {
    case 'node':
      return texts;
    case 'copy':
      return { ...texts, names: [plan.original.name], namespace: plan.original.namespace };
    case 'ephemeral': {
      const { name, targetContainerName: target } = plan.container;
      const { namespace } = plan.pod;
      const container = { container: name, ...(target !== undefined && { target }) };
      return { ...texts, ...container, names: [plan.pod.name], namespace };
    }
  }
}
