import { deletePod } from '../cluster/pods.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { DebugRequest } from '../plan/debug-request.ts';
import { shellOf, type Envelope } from '../pod/envelope.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { DebugCommand } from './debug-request.ts';
import type { EnvelopeObstacle, EnvelopeUnfit } from './envelope-unfit.ts';
import type { Debugging } from './find-targets.ts';
import { expectedPod, type PlannedTarget } from './plan-targets.ts';
import { hasObstacle, rememberObstacle, type Obstacle } from './remembered-obstacles.ts';

/** A target whose first container did not do. */
interface Refused {
  readonly planned: PlannedTarget;
  readonly error: EnvelopeUnfit;
}

/** What takes the place of the envelope, and what is said of it. */
const INSTEAD: Readonly<
  Record<
    EnvelopeObstacle,
    { readonly envelope: Envelope | undefined; readonly say: (image: string) => string }
  >
> = {
  'no-shell': {
    envelope: undefined,
    say: (image) =>
      `image "${image}" has no shell, which would prove the output complete: running the command in a second debug container, without one`,
  },
  'no-attach': {
    envelope: { kind: 'at-once' },
    say: () =>
      'cannot attach to the debug container: running the command in a second one, whose output is read from its log, stderr on stdout',
  },
};

function placeOf(
  obstacle: EnvelopeObstacle,
  { cluster, request }: { readonly cluster: Cluster; readonly request: DebugRequest },
): Obstacle {
  if (obstacle === 'no-attach') return { obstacle, cluster };
  return { obstacle, image: request.image ?? '', shell: shellOf(request.command) };
}

/** The same command as far as is known to fit: what an earlier call found out costs this one no second container. */
export async function withKnownObstacles({ io, cluster, notes, command }: Debugging): Promise<DebugCommand> {
  const { request, copy } = command;
  if (request.envelope?.kind !== 'on-line') return command;
  const isKnown = (obstacle: EnvelopeObstacle): Promise<boolean> =>
    hasObstacle(io, placeOf(obstacle, { cluster, request }));
  const isOpen = request.stdin || !(await isKnown('no-attach'));
  const obstacle = (await isKnown('no-shell')) ? 'no-shell' : isOpen ? undefined : 'no-attach';
  if (obstacle === undefined) return command;
  if (obstacle === 'no-attach')
    notes.note('you may not attach (pods/attach), so the output is read from the log, stderr on stdout');
  const { envelope } = INSTEAD[obstacle];
  return { ...command, request: { ...request, envelope }, copy: copy && { ...copy, envelope } };
}

/** The same target, planned as the targets before it have turned out to need it. */
export function planAsFound(planned: PlannedTarget, unfit: ReadonlySet<EnvelopeObstacle>): PlannedTarget {
  const [obstacle] = unfit;
  return obstacle === undefined
    ? planned
    : planned.planAgain(INSTEAD[obstacle].envelope, planned.current ?? expectedPod(planned));
}

/**
 * Plans another container for a command that has not run, as nothing fits its envelope, and remembers that for the next
 * call. A pod that was created for the first one is deleted.
 */
export async function planWithoutEnvelope(
  { io, cluster, notes, command }: Debugging,
  { planned, error }: Refused,
  signal: AbortSignal,
): Promise<PlannedTarget> {
  const { pod, obstacle } = error;
  const { envelope, say } = INSTEAD[obstacle];
  notes.note(say(command.request.image ?? ''));
  // A gateway that refuses WebSockets may not do so for long.
  if (!isCliError(error.cause) || error.cause.kind !== 'upgrade-refused')
    await rememberObstacle(io, placeOf(obstacle, { cluster, request: command.request }));
  if (planned.plan.kind !== 'ephemeral') {
    const { uid } = pod.metadata;
    await deletePod(
      cluster,
      { ref: podRef(pod), ...(uid !== undefined && { uid }), gracePeriodSeconds: 0 },
      signal,
    );
  }
  return planned.planAgain(envelope, pod);
}
