import type { Node } from '../../cluster/api/nodes.ts';
import { openRights } from '../../cluster/api/rights.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { refuseIfCannotRun } from '../../plan/can-run.ts';
import { refuseIfNodeCannotRun } from '../../target/objects/can-run-on-node.ts';
import { fitNodeOs, fitPodOs } from '../shared/request/fit-os.ts';
import { fitPullSecrets } from '../shared/request/fit-pull-secrets.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks, type Fallback } from '../../plan/fallbacks.ts';
import { planNodePod } from '../../plan/node-pod.ts';
import { planPodCopy } from '../../plan/copy/pod-copy.ts';
import type { PodCopyRequest } from '../../plan/copy/pod-copy-request.ts';
import { omitFields } from '../../plan/omit-fields.ts';
import type { Envelope } from '../../pod/containers/envelope.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { chooseTarget } from './choose-target.ts';
import type { Debugging } from './debugging.ts';
import type { DebugCommand } from './request/debug-command.ts';
import { findNamed, nameTargets, namespaceOf, type Found, type FoundPod } from './find-targets.ts';
import { fitToRights } from './fit-to-rights.ts';
import { rightsAhead } from './request/session-rights.ts';

/** The plan for one target. */
export interface PlannedTarget {
  readonly plan: DebugPlan;
  /** The pod as it is now; undefined if a new one is created. */
  readonly current: Pod | undefined;
  /** How the pod was found, if its name was not typed. */
  readonly foundAs?: string;
  /** The pod, in a call with pods of several namespaces. */
  readonly place?: string;
  /** What to try, in this order, if Pod Security refuses the plan. */
  readonly fallbacks: readonly Fallback[];
  /** Plans the same with another envelope, or none, in the pod as it is by then. */
  readonly withOtherEnvelope: (envelope: Envelope | undefined, pod: Pod) => PlannedTarget;
}

/**
 * Finds and plans all targets; creates nothing. Throws a `CliError` for the first target that does not exist, or that this
 * user cannot debug.
 */
export async function planTargets(
  debugging: Debugging,
  signal: AbortSignal,
): Promise<readonly PlannedTarget[]> {
  const rights = openRights(debugging.io, debugging.cluster, signal);
  const ahead = rightsAhead(debugging.command);
  const planned: PlannedTarget[] = [];
  try {
    const named = await nameTargets(debugging, signal);
    const finding = findNamed(debugging, named, signal);
    // Asked while the first target is read.
    const namespaces = new Set(named.map((each) => namespaceOf(debugging, each)));
    for (const namespace of namespaces) rights.ask(ahead, namespace);
    for (const found of await finding) {
      const first = await planFound(
        debugging,
        found.kind === 'pod' ? withPlanned(found, planned, debugging.command) : found,
        signal,
      );
      const way = await fitToRights(debugging, first.plan, rights);
      const fitting = way === 'as-planned' ? first : replanWithEnvelope(first, { kind: 'at-once' });
      planned.push(namespaces.size > 1 ? { ...fitting, ...placeOf(found) } : fitting);
    }
    return planned;
  } finally {
    rights.close();
  }
}

/** A node pod has a note of its own, which names its node. */
function placeOf(found: Found): Pick<PlannedTarget, 'place'> {
  return found.kind === 'pod' ? { place: describePod(found.pod) } : {};
}

/**
 * A pod that is named twice gets two containers, and the second plan has to know the first one. Throws `usage` if both shall
 * have one name.
 */
function withPlanned(
  found: FoundPod,
  planned: readonly PlannedTarget[],
  { request: { containerName } }: DebugCommand,
): FoundPod {
  const { uid } = found.pod.metadata;
  const before = planned.findLast(({ plan }) => plan.kind === 'ephemeral' && plan.podUid === uid);
  if (before === undefined) return found;
  if (containerName === undefined) return { ...found, pod: expectedPod(before) };
  const twice = `${describePod(found.pod)} is named twice`;
  throw new CliError('usage', `-c ${containerName} names one debug container, but ${twice}`, {
    hint: 'leave out -c, or name the pod once',
  });
}

/** Plans the same target with another envelope, or none, before anything was created for it. */
export function replanWithEnvelope(planned: PlannedTarget, envelope: Envelope | undefined): PlannedTarget {
  const { foundAs, place, current } = planned;
  const other = planned.withOtherEnvelope(envelope, current ?? expectedPod(planned));
  return { ...other, ...(foundAs !== undefined && { foundAs }), ...(place !== undefined && { place }) };
}

/** The pod that the server would store, without its defaults. */
export function expectedPod({ plan, current }: PlannedTarget): Pod {
  if (plan.kind !== 'ephemeral') return plan.pod;
  const { ephemeralContainers = [], ...spec } = current?.spec ?? { containers: [] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {},
    ...current,
    spec: { ...spec, ephemeralContainers: [...ephemeralContainers, plan.container] },
  };
}

async function planFound(debugging: Debugging, found: Found, signal: AbortSignal): Promise<PlannedTarget> {
  const { io, cluster, command } = debugging;
  const { request, copy } = command;
  if (found.kind === 'node') {
    const { node } = found;
    if (request.rootfs !== undefined)
      throw new CliError('usage', `--rootfs is for containers, but "${node.metadata.name}" is a node`, {
        hint: 'leave out --rootfs; the files of the node are at /host',
      });
    const wanted = { namespace: cluster.namespace, account: 'default' };
    const onNode = fitNodeOs(command, node);
    const fitted = await fitPullSecrets(cluster, { request: onNode, ...wanted }, signal);
    return fitted.with(planNode(io, { node, namespace: cluster.namespace }, fitted.request));
  }
  const { pod, foundAs } = found;
  const planned =
    copy === undefined
      ? await planInPod(debugging, pod, signal)
      : await planCopyOf(debugging, { pod, copy }, signal);
  return { ...planned, ...(foundAs !== undefined && { foundAs }) };
}

interface NodeTarget {
  readonly node: Node;
  /** In which the pod is created. */
  readonly namespace: string;
}

function planNode(io: Io, target: NodeTarget, request: DebugRequest): PlannedTarget {
  const { node, namespace } = target;
  const obstacles = refuseIfNodeCannotRun(node, { waits: request.waits, now: io.now() });
  const plan = planNodePod({ node: node.metadata.name, namespace }, request, io.random);
  return {
    plan: { ...plan, warnings: [...obstacles, ...plan.warnings] },
    current: undefined,
    fallbacks: [],
    withOtherEnvelope: (envelope) => planNode(io, target, withEnvelope(request, envelope)),
  };
}

async function planCopyOf(
  { io, cluster, command }: Debugging,
  { pod, copy }: { readonly pod: Pod; readonly copy: PodCopyRequest },
  signal: AbortSignal,
): Promise<PlannedTarget> {
  const { serviceAccountName = 'default', imagePullSecrets = [] } = pod.spec;
  const account = imagePullSecrets.length === 0 ? serviceAccountName : undefined;
  const { namespace } = podRef(pod);
  const request = await fitPodOs(cluster, { pod, command, request: copy }, signal);
  const fitted = await fitPullSecrets(cluster, { request, namespace, account }, signal);
  return fitted.with(planCopy(io, pod, fitted.request));
}

function planCopy(io: Io, pod: Pod, copy: PodCopyRequest): PlannedTarget {
  const makePlan = (asked: PodCopyRequest): DebugPlan => planPodCopy(pod, asked, io.random);
  const plan = makePlan(copy);
  return {
    plan,
    current: undefined,
    fallbacks: planFallbacks({ pod, plan, request: copy }, makePlan),
    withOtherEnvelope: (envelope) => planCopy(io, pod, withEnvelope(copy, envelope)),
  };
}

async function planInPod(
  { io, cluster, command }: Debugging,
  pod: Pod,
  signal: AbortSignal,
): Promise<PlannedTarget> {
  const { defaults } = command;
  const asked = await fitPodOs(cluster, { pod, command, request: command.request }, signal);
  if (asked.os === 'windows' && defaults.target !== 'given')
    return planChosen(io, pod, { request: omitFields(asked, 'target'), note: undefined });

  const { target, note } = await chooseTarget(io, { pod, request: asked, defaults }, signal);
  const request = { ...omitFields(asked, 'target'), ...(target !== undefined && { target }) };
  return planChosen(io, pod, { request, note });
}

/** A request whose target is chosen. */
interface Chosen {
  readonly request: DebugRequest;
  readonly note: string | undefined;
}

function planChosen(io: Io, pod: Pod, { request, note }: Chosen): PlannedTarget {
  const { waits, image, target } = request;
  const obstacles = refuseIfCannotRun(pod, { target, waits, image });
  const makePlan = (other: DebugRequest): EphemeralPlan => {
    const ephemeral = planEphemeralContainer(pod, other, io.random);
    return {
      ...ephemeral,
      notes: [...(note === undefined ? [] : [note]), ...ephemeral.notes],
      // Part of the plan, so that nothing is said before all targets are planned.
      warnings: [...obstacles, ...ephemeral.warnings],
    };
  };
  const plan = makePlan(request);
  return {
    plan,
    current: pod,
    fallbacks: planFallbacks({ pod, plan, request }, makePlan),
    withOtherEnvelope: (envelope, now) => {
      // The first container may have taken the name that was asked for.
      const isTaken = listContainers(now).some(({ name }) => name === request.containerName);
      const again = withEnvelope(request, envelope);
      return planChosen(io, now, { request: isTaken ? omitFields(again, 'containerName') : again, note });
    },
  };
}

function withEnvelope<Request extends DebugRequest>(
  request: Request,
  envelope: Envelope | undefined,
): Request {
  return { ...request, envelope };
}
