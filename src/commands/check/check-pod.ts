import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { patchEphemeralContainer } from '../../cluster/api/pods.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import { DEFAULT_IMAGE } from '../../flags/tables/debug-flags.ts';
import type { Io } from '../../io.ts';
import { allowedProfiles } from '../../plan/security/allowed-profiles.ts';
import { refuseIfCannotRun } from '../../plan/can-run.ts';
import { planEphemeralContainer } from '../../plan/container/ephemeral-container.ts';
import type { ProfileName } from '../../plan/security/profiles.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { findUser, forbidsRoot, specifiedUser } from '../../pod/containers/container-user.ts';
import { findContainerState } from '../../pod/containers/container-state.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { ContainerRef, EphemeralContainer, Pod } from '../../pod/types.ts';
import { chooseTargetContainer } from '../../target/containers/choose-target-container.ts';
import type { Finding } from './check-findings.ts';

/** Whether a debug container can start in the pod. */
export function judgePod(pod: Pod): Finding {
  try {
    refuseIfCannotRun(pod, { target: undefined, waits: true });
    return { verdict: 'ok', subject: 'pod', text: `a debug container can start in ${describePod(pod)}` };
  } catch (error) {
    if (!isCliError(error)) throw error;
    const hint = error.hint === undefined ? '' : `; ${error.hint}`;
    return { verdict: 'missing', subject: 'pod', text: `${error.message}${hint}` };
  }
}

/** The target that would be chosen, and the user that it runs as. */
export function judgeTarget(pod: Pod, { now, os }: { readonly now: Date; readonly os?: 'windows' }): Finding {
  const info = { verdict: 'info', subject: 'target' } as const;
  if (os === 'windows')
    return { ...info, text: "none: the containers of a Windows pod never see each other's processes" };
  const choice = chooseTargetContainer(pod, now);
  switch (choice.kind) {
    case 'one':
      return { ...info, text: `container "${choice.name}", ${describeUser(pod, choice.name)}` };
    case 'several':
      return { ...info, text: `one of ${shellNames(choice.names)}: name it with --target` };
    case 'none':
      return { ...info, text: `none: ${choice.why}` };
  }
}

function describeUser(pod: Pod, name: string): string {
  const uid = findUser(pod, name);
  return uid === undefined ? 'which runs as the user of its image' : `which runs as user ${uid}`;
}

/** A running container of the pod; undefined if there is none. */
export function findRunning(pod: Pod): ContainerRef | undefined {
  const running = listContainers(pod).find(
    ({ name, role }) => role !== 'ephemeral' && findContainerState(pod, name).kind === 'running',
  );
  return running && { ...podRef(pod), container: running.name };
}

/** What the profiles are tried with. */
interface Trying {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly image: string;
  readonly reason: string | undefined;
  /** As in `DebugRequest`. */
  readonly os?: 'windows';
}

/** The result of trying a profile. */
type ProfileTrial =
  /** `needsUser`: root is forbidden, and only the image sets a user. */
  | { readonly kind: 'passes'; readonly profile: ProfileName; readonly needsUser: boolean }
  | { readonly kind: 'refused'; readonly profile: ProfileName; readonly why: string; readonly hint: string };

/**
 * Tries each profile by a dry run, which all admission plugins and webhooks see, and which changes nothing. Throws if the
 * server does not answer.
 */
export async function tryProfiles(
  { io, cluster, image, reason, ...system }: Trying,
  pod: Pod,
  signal: AbortSignal,
): Promise<Finding> {
  const trials = await Promise.all(
    allowedProfiles('privileged').map((profile) =>
      tryProfile({ io, cluster, image, reason, profile, ...system }, pod, signal),
    ),
  );
  return judgeTrials(trials, image);
}

async function tryProfile(
  { io, cluster, image, reason, profile, os }: Trying & { readonly profile: ProfileName },
  pod: Pod,
  signal: AbortSignal,
): Promise<ProfileTrial> {
  const ref = podRef(pod);
  const action = `add a debug container with --profile=${profile}`;
  try {
    const request = {
      ...NO_FLAGS,
      image,
      profile,
      ...(os && { os }),
      ...(reason !== undefined && { reason }),
    };
    const { container, podUid: uid, existing } = planEphemeralContainer(pod, request, io.random);
    try {
      await patchEphemeralContainer(cluster, { ref, uid, container, existing, isDryRun: true }, signal);
      return { kind: 'passes', profile, needsUser: needsUser(pod, container) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const start = {
        mode: 'ephemeral',
        container: container.name,
        profile,
        node: pod.spec.nodeName,
        earlier: existing,
      } as const;
      const { message, hint } = withHint(explainApiError(error, { action, start }));
      return { kind: 'refused', profile, why: message, hint };
    }
  } catch (error) {
    // Windows takes few profiles.
    if (!isCliError(error) || error.kind !== 'invalid') throw error;
    return { kind: 'refused', profile, why: error.message, hint: '' };
  }
}

const NO_FLAGS = {
  stdin: false,
  tty: false,
  attach: false,
  waits: false,
  command: [],
  argumentsOnly: false,
  env: [],
} as const;

/** An error with its hint as a part of a sentence; empty without one. */
function withHint(error: Error): { readonly message: string; readonly hint: string } {
  const hint = isCliError(error) ? (error.hint ?? '') : '';
  return { message: error.message, hint: hint === '' ? '' : `; ${hint}` };
}

/** The server accepts such a container, but the kubelet compares the user of the image with runAsNonRoot. */
function needsUser(pod: Pod, container: EphemeralContainer): boolean {
  return forbidsRoot(pod, container) && (specifiedUser(pod, container) ?? 0) === 0;
}

/** The default image is known to run as root. */
function userNeedText(trials: readonly ProfileTrial[], image: string): string {
  const needing = trials.filter((trial) => trial.kind === 'passes' && trial.needsUser);
  if (needing.length === 0) return '';
  const names = needing.map(({ profile }) => profile).join(', ');
  const why = image === DEFAULT_IMAGE ? `as ${image} runs as root` : `if ${image} runs as root`;
  return `; ${names} ${needing.length === 1 ? 'needs' : 'need'} --run-as-user=UID, ${why}`;
}

function judgeTrials(trials: readonly ProfileTrial[], image: string): Finding {
  const subject = 'profiles';
  const need = userNeedText(trials, image);
  const passing = trials.filter(({ kind }) => kind === 'passes').map(({ profile }) => profile);
  const refused = trials.filter((trial) => trial.kind === 'refused');
  if (refused.length === 0) return { verdict: 'ok', subject, text: `all pass: ${passing.join(', ')}${need}` };
  const [first] = refused;
  if (passing.length === 0)
    return { verdict: 'missing', subject, text: `none passes: ${first?.why ?? ''}${first?.hint ?? ''}` };
  const text = `${passing.join(', ')} ${passing.length === 1 ? 'passes' : 'pass'}; refused: ${refused.map(({ profile }) => profile).join(', ')} (${first?.why ?? ''})${need}`;
  return { verdict: 'ok', subject, text };
}
