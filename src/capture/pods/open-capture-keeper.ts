import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { podSecurityOf } from '../../cluster/refusals/pod-security-refusal.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import type { Connected } from '../../join/connected.ts';
import { openKeeper, type OpenKeeper } from '../../join/keeper/open-keeper.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { lifeText } from '../../pod/columns/human-duration.ts';
import { forbidsRoot } from '../../pod/containers/container-user.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { withWindows } from '../../target/objects/find-windows.ts';

/** The debug container of a capture. */
export interface CaptureContainer {
  /** As root, with kubectl's profile netadmin. */
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  /** How long a new one is kept, in milliseconds. */
  readonly maxLifeMs: number;
}

interface Wanted extends CaptureContainer {
  /** As it was last seen. */
  readonly pod: Pod;
}

/**
 * Opens a debug container that can capture: one that is kept, else a new one. Where Pod Security refuses the added
 * capabilities, one that adds none: root has NET_RAW from most runtimes. Throws as `openKeeper`, and `pod-security` where
 * nothing can capture; the server has then added nothing.
 */
export async function openCaptureKeeper(
  connected: Connected,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<OpenKeeper> {
  const { pod, maxLifeMs } = wanted;
  try {
    const request = await requestIn(connected, wanted, signal);
    const keeper = await openOrFallBack(connected, { ...wanted, request }, signal);
    if (keeper.isNew)
      connected.notes.note(
        `added debug container "${keeper.ref.container}" to ${describePod(pod)}, which is kept for ${lifeText(maxLifeMs)}; the next capture ${request.reason === undefined ? '' : 'with this reason '}uses it; to end it: ${commandText`kubectl-debug stop ${keeper.ref.name} -n ${keeper.ref.namespace}`}`,
      );
    return keeper;
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw explainApiError(error, { action: `add a debug container to ${describePod(pod)}` });
  }
}

/** A container may be root in a pod that is not, unless something in the cluster forbids that. */
async function requestIn(
  { cluster }: Connected,
  { pod, request }: Wanted,
  signal: AbortSignal,
): Promise<DebugRequest> {
  const { security } = request;
  const isForbidden = security !== undefined && forbidsRoot(pod, {});
  const asked = isForbidden ? { ...request, security: { ...security, allowsRoot: true } } : request;
  return withWindows(cluster, { pod, request: asked }, signal);
}

async function openOrFallBack(
  connected: Connected,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<OpenKeeper> {
  const { pod, request, startTimeoutMs, maxLifeMs } = wanted;
  const open = (asked: DebugRequest): Promise<OpenKeeper> =>
    openKeeper(connected, { pod, request: asked, startTimeoutMs, maxLifeMs }, signal);
  try {
    return await open(request);
  } catch (error) {
    const level = podSecurityOf(error)?.level;
    if (level === undefined) throw error;
    if (!refusesOursAlone(error, pod)) throw withNodeHint(error, pod, level);
    if (level !== 'baseline') throw refusedCapture(pod, level, error);
    connected.notes.note(
      `Pod Security level "baseline" of the namespace refuses added capabilities: capturing with those that the runtime gives root`,
    );
    return open({ ...request, profile: 'baseline' });
  }
}

/** Where the pod itself breaks the level, no container of ours passes. */
function refusesOursAlone(error: unknown, pod: Pod): boolean {
  const { violations = [] } = podSecurityOf(error) ?? {};
  return violations.every(
    ({ containers }) =>
      containers.length > 0 && containers.every((name) => findContainer(pod, name) === undefined),
  );
}

function refusedCapture(pod: Pod, level: string, cause: unknown): CliError {
  const facts = { level, node: pod.spec.nodeName ?? 'NODE', ip: pod.status?.podIP ?? 'ADDRESS' };
  const refused = refusalError(`cannot capture in ${describePod(pod)}`, 'level-refuses-capture', facts);
  refused.cause = cause;
  return refused;
}

/** Says why as before; what comes next is the same wherever nothing can capture in the pod. */
function withNodeHint(error: unknown, pod: Pod, level: string): unknown {
  if (!isCliError(error)) return error;
  const { hint } = refusedCapture(pod, level, error);
  return new CliError(error.kind, error.message, { ...(hint !== undefined && { hint }), cause: error.cause });
}
