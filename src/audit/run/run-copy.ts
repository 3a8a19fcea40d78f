import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { deletePod, getPod } from '../../cluster/api/pods.ts';
import { errorText } from '../../errors/error-text.ts';
import { isCliError, type CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { planFallbacks } from '../../plan/fallbacks.ts';
import { planPodCopy, type PodCopyPlan } from '../../plan/copy/pod-copy.ts';
import type { PodCopyRequest } from '../../plan/copy/pod-copy-request.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { AuditContext } from './audit-context.ts';
import type { RunItem } from '../rows/run-item.ts';

/** Refusals that concern the pod, or adding to it: a copy of the pod may work. */
const WORTH_A_COPY: readonly ErrorKind[] = [
  'forbidden',
  'admission-denied',
  'pod-static',
  'pod-finished',
  'too-many-containers',
  'unsupported',
  'run-as-root',
];

/** Whether the command may run in a copy although the pod refused it. */
export function isWorthACopy({ kind }: CliError): boolean {
  return WORTH_A_COPY.includes(kind);
}

/** A copy of a pod for one command. */
export interface AuditCopy {
  readonly pod: Pod;
  readonly profile: string;
  readonly notes: readonly string[];
  /** Deletes the copy. Returns why it stays; undefined once it is gone. */
  readonly remove: () => Promise<string | undefined>;
}

const KEEP = {
  labels: false,
  annotations: false,
  liveness: false,
  readiness: false,
  startup: false,
  initContainers: true,
} as const;

/** Leaves room for the name of the debug container. */
const MAX_NAME_LENGTH = 200;

/** The name of an item's copy, which no other audit and no other item has. */
export function copyRef({ pod: { namespace, name }, container }: RunItem): PodRef {
  return { namespace, name: `${name.slice(0, MAX_NAME_LENGTH)}-${container}` };
}

/**
 * Creates a copy of the pod on the same node, with the debug container in it, whose containers never restart. An
 * interrupt does not stop the request, so that we know the copy and can delete it. Throws a `CliError`.
 */
export async function createCopy(
  { cluster, settings, shell }: AuditContext,
  { pod, item }: { readonly pod: Pod; readonly item: RunItem },
): Promise<AuditCopy> {
  const request: PodCopyRequest = {
    ...settings.request,
    ...(shell.isMissing() && { envelope: undefined }),
    containerName: item.container,
    copyTo: copyRef(item).name,
    setImages: new Map(),
    replace: false,
    sameNode: true,
    keep: KEEP,
    attachIsGiven: false,
  };
  const planAgain = (asked: PodCopyRequest): PodCopyPlan => neverRestart(planPodCopy(pod, asked, () => 0));
  const plan = planAgain(request);
  const steps: string[] = [];
  const fitting = {
    plan,
    fallbacks: planFallbacks({ pod, plan, request }, planAgain),
    profile: request.profile,
    node: undefined,
    isDryRun: false,
    note: (text: string) => void steps.push(text),
  };
  try {
    const started = await startWithFallbacks(cluster, fitting, new AbortController().signal);
    const profile = started.fallback?.profile ?? request.profile;
    const notes = [...steps, ...started.plan.warnings];
    return { pod: started.pod, profile, notes, remove: () => remove(cluster, started.pod) };
  } catch (error) {
    if (!isCliError(error) || !isApiError(error.cause) || error.cause.reason !== 'AlreadyExists') throw error;
    return asCopy(await getPod(cluster, copyRef(item)), { cluster, settings });
  }
}

/** The copy that an earlier call made for an item; undefined if there is none. Throws the error of the request. */
export async function findCopy(
  { cluster, settings }: Pick<AuditContext, 'cluster' | 'settings'>,
  item: RunItem,
): Promise<AuditCopy | undefined> {
  try {
    return asCopy(await getPod(cluster, copyRef(item)), { cluster, settings });
  } catch (error) {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  }
}

function asCopy(pod: Pod, { cluster, settings }: Pick<AuditContext, 'cluster' | 'settings'>): AuditCopy {
  return { pod, profile: settings.request.profile, notes: [], remove: () => remove(cluster, pod) };
}

/** Most pods would restart a container that has ended, and so run the command twice. */
function neverRestart(plan: PodCopyPlan): PodCopyPlan {
  return { ...plan, pod: { ...plan.pod, spec: { ...plan.pod.spec, restartPolicy: 'Never' } } };
}

async function remove(cluster: Cluster, pod: Pod): Promise<string | undefined> {
  const { uid } = pod.metadata;
  try {
    await deletePod(cluster, { ref: podRef(pod), ...(uid !== undefined && { uid }), gracePeriodSeconds: 0 });
    return undefined;
  } catch (error) {
    return isApiError(error) && error.code === 404 ? undefined : errorText(error);
  }
}
