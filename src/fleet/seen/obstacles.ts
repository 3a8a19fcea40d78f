import type { ErrorKind } from '../../errors/error-kinds.ts';
import { commandText } from '../../errors/shell-word.ts';
import { findCondition } from '../../pod/conditions.ts';
import { findContainerState } from '../../pod/containers/container-state.ts';
import { isScheduled } from '../../pod/is-scheduled.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { KubernetesEvent, Pod, PodRef } from '../../pod/types.ts';
import { causeOfPullFailure, explainPullFailure } from '../../start/judge/image-failures.ts';
import { explainRuntimeFailure } from '../../start/judge/runtime-failures.ts';
import { judgeWaitingReason } from '../../start/judge/waiting-reasons.ts';

/** What keeps a worker from its work. Its texts come from the cluster and are not safe to print yet. */
export interface Obstacle {
  readonly kind: ErrorKind;
  readonly why: string;
  readonly hint: string;
  /** What it keeps the worker from. */
  readonly from: 'start' | 'work';
  /** How long to wait for it to pass, in milliseconds; 0 if that is in vain. */
  readonly patienceMs: number;
}

/** A quota, a full node or a registry may be better within this time. */
const PATIENCE_MS = 5 * 60_000;
/** A role that was just created counts within seconds, and an administrator who looks on may add a right. */
const TROUBLE_MS = 60_000;

/** What a worker says of itself; its last word is that of the error. */
export function obstacleOfTrouble(trouble: string): Obstacle {
  const why = trouble.replace(/ \[forbidden\]$/, '');
  const isOfRight = why !== trouble || !/ \[[-a-z]+\]$/.test(trouble);
  const hint = isOfRight
    ? 'give the ServiceAccount of the workers this right; they go on by themselves'
    : 'the log of the worker says more; the Job starts it again';
  return { kind: isOfRight ? 'forbidden' : 'start-failed', why, hint, from: 'work', patienceMs: TROUBLE_MS };
}

/** What keeps a pod of a worker from starting; undefined if nothing does, or nothing is known yet. */
export function obstacleOfPod(pod: Pod): Obstacle | undefined {
  const ref = podRef(pod);
  if (!isScheduled(pod)) return obstacleOfPlace(pod, ref);
  const [first] = pod.spec.containers;
  const { name: container, image = '' } = first ?? NO_CONTAINER;
  const state = findContainerState(pod, container);
  if (state.kind !== 'waiting') return undefined;
  const { reason, message } = state;
  switch (judgeWaitingReason(reason).kind) {
    case 'progress':
      return undefined;
    case 'image':
      return obstacleOfPull(message, { ...ref, container, image });
    case 'fail':
      return obstacleOfStart({ reason, message }, { ...ref, container, image }, pod.spec.nodeName ?? '');
  }
}

const NO_CONTAINER = { name: '', image: '' };

interface WorkerImage extends PodRef {
  readonly container: string;
  readonly image: string;
}

function obstacleOfPlace(pod: Pod, ref: PodRef): Obstacle | undefined {
  const condition = findCondition(pod, 'PodScheduled');
  if (condition?.status !== 'False') return undefined;
  const { reason = '', message = '' } = condition;
  return {
    kind: 'pod-unscheduled',
    why: `it has no node yet (${[reason, message].filter((text) => text !== '').join(': ')})`,
    hint: commandText`to see the nodes: kubectl get nodes; to see the pod: kubectl describe pod ${ref.name} -n ${ref.namespace}`,
    from: 'start',
    patienceMs: PATIENCE_MS,
  };
}

const CHECK_IMAGE =
  'check the name and the tag of --in-cluster-image, and whether the nodes have the image or may pull it';

/** A registry that denies an image, or does not have it, will do so again; one that does not answer may later. */
const PASSING: readonly ErrorKind[] = ['image-unreachable'];

function obstacleOfPull(message: string, image: WorkerImage): Obstacle {
  const failure = explainPullFailure(message, { ...image, pullSecrets: [], isInNewPod: true });
  const cause = causeOfPullFailure(message).trim();
  const unknown = {
    kind: 'start-failed',
    why: `image "${image.image}" cannot be pulled${cause === '' ? '' : `: ${cause}`}`,
  } as const;
  const { kind, why } = failure ?? unknown;
  const isFinal = failure !== undefined && !PASSING.includes(kind);
  return { kind, why, hint: CHECK_IMAGE, from: 'start', patienceMs: isFinal ? 0 : PATIENCE_MS };
}

function obstacleOfStart(
  { reason, message }: { readonly reason: string; readonly message: string },
  { image, ...ref }: WorkerImage,
  node: string,
): Obstacle {
  if (reason === 'InvalidImageName')
    return {
      kind: 'image-invalid',
      why: `"${image}" is not a valid image name`,
      hint: 'check --in-cluster-image',
      from: 'start',
      patienceMs: 0,
    };
  if (reason === 'ErrImageNeverPull')
    return {
      kind: 'image-never-pulled',
      why: `image "${image}" is not on the node${node === '' ? '' : ` "${node}"`}`,
      hint: 'load the image on every node, or leave out --image-pull-policy=Never',
      from: 'start',
      patienceMs: 0,
    };
  const said = [reason, message].filter((text) => text !== '').join(': ');
  const { kind, why, isFinal } = explainRuntimeFailure(message, { ...ref, said });
  const hint = commandText`to see the pod: kubectl describe pod ${ref.name} -n ${ref.namespace}`;
  return { kind, why, hint, from: 'start', patienceMs: isFinal ? 0 : PATIENCE_MS };
}

/** What an event says that the Job controller wrote when it could not create a pod. */
export function obstacleOfJob({ message = '', metadata }: KubernetesEvent): Obstacle {
  const { namespace = '' } = metadata;
  // Each pod would have a name of its own, with random letters.
  const why = message
    // The API server begins an event so that stands for several.
    .replace(/^\(combined from similar events\): /, '')
    .replace(/^Error creating: /, '')
    .replace(/^pods "[^"]*" is forbidden: /, '');
  const said = `the cluster refuses its pod: ${why}`;
  const found = REFUSED_PODS.find(({ as }) => as.test(message));
  const { kind = 'admission-denied', hint = TO_SEE_JOBS } = found ?? {};
  return { kind, why: said, hint: hint(namespace), from: 'start', patienceMs: PATIENCE_MS };
}

const TO_SEE_JOBS = (namespace: string): string =>
  commandText`to see why: kubectl describe jobs -n ${namespace}`;

/** Each of them may pass, when somebody changes the namespace. */
const REFUSED_PODS: readonly {
  readonly as: RegExp;
  readonly kind: ErrorKind;
  readonly hint: (namespace: string) => string;
}[] = [
  {
    as: /exceeded quota/,
    kind: 'admission-denied',
    hint: (namespace) =>
      commandText`to see the quota: kubectl describe quota -n ${namespace}; or use another namespace: --in-cluster-namespace`,
  },
  {
    as: /violates PodSecurity/,
    kind: 'pod-security',
    hint: (namespace) =>
      commandText`to see the level: kubectl get namespace ${namespace} --show-labels; or use another namespace: --in-cluster-namespace`,
  },
  {
    as: /error looking up service account/,
    kind: 'not-found',
    hint: (namespace) =>
      commandText`to list the ServiceAccounts: kubectl get serviceaccounts -n ${namespace}`,
  },
];
