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

/** Refusals that are about the pod, or about adding to it, so that a copy of it may do. */
const WORTH_A_COPY: readonly ErrorKind[] = [
  'forbidden',
  'admission-denied',
  'pod-static',
  'pod-finished',
  'too-many-containers',
  'unsupported',
  'run-as-root',
];

/** Whether a copy of the pod may take what the pod itself does not. */
export function isWorthACopy({ kind }: CliError): boolean {
  return WORTH_A_COPY.includes(kind);
}

/** A copy that was made for one command. */
export interface AuditCopy {
  readonly pod: Pod;
  readonly profile: string;
  readonly notes: readonly string[];
  /** Deletes it. Returns why it stays, if it does. */
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

/** So that the name of the debug container still fits behind it. */
const MAX_NAME_LENGTH = 200;

/** The copy's name, which no other run and no other item has. */
export function copyRef({ pod: { namespace, name }, container }: RunItem): PodRef {
  return { namespace, name: `${name.slice(0, MAX_NAME_LENGTH)}-${container}` };
}

/**
 * Creates a copy of the pod on the same node, in which no container is started again, with the debug container in it.
 * An interrupt does not cut it short: what was created is known then, and can be deleted. Throws a `CliError` that says
 * why not.
 */
export async function createCopy(
  { cluster, settings, shell }: AuditContext,
  { pod, item }: { readonly pod: Pod; readonly item: RunItem },
): Promise<AuditCopy> {
  const request: PodCopyRequest = {
    ...settings.request,
    ...(shell.isMissing && { envelope: undefined }),
    containerName: item.container,
    copyTo: copyRef(item).name,
    setImages: new Map(),
    replace: false,
    sameNode: true,
    keep: KEEP,
    attachIsGiven: false,
  };
  const planAgain = (asked: PodCopyRequest): PodCopyPlan => runOnce(planPodCopy(pod, asked, () => 0));
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

/** The copy that was made for an item before; undefined when it is gone, or was never made. Throws what the server says. */
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

/** A container that ended would be started again in a copy of most pods, and its command run twice. */
function runOnce(plan: PodCopyPlan): PodCopyPlan {
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
