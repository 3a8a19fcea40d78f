import { deletePod } from '../../cluster/api/pods.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Pod } from '../../pod/types.ts';
import { shellOf, type Envelope } from '../../pod/containers/envelope.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { DebugCommand } from './request/debug-command.ts';
import type { EnvelopeObstacle, EnvelopeUnfit } from '../../join/envelope-unfit.ts';
import type { Debugging } from './debugging.ts';
import { replanWithEnvelope, type PlannedTarget } from './plan-targets.ts';
import { deleteCommandLine, isGoneAlready } from './clean-up.ts';
import { hasObstacle, rememberObstacle, type Obstacle } from '../shared/remembered-obstacles.ts';

/** A target whose first container could not run the command. */
interface Refused {
  readonly planned: PlannedTarget;
  readonly error: EnvelopeUnfit;
}

/** The envelope of the second container, and what is said of it. */
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

function placeOf(image: string, { request }: DebugCommand): Obstacle {
  return { image, shell: shellOf(request.command) };
}

/** The same command without an envelope if an earlier call has found that the image has no shell for one. */
export async function withKnownObstacles({ io, notes, command }: Debugging): Promise<DebugCommand> {
  const { envelope, image = '' } = command.request;
  if (envelope === undefined || envelope.kind === 'terminal' || image === '') return command;
  if (!(await hasObstacle(io, placeOf(image, command)))) return command;
  notes.note(`image "${image}" had no shell when it was last tried, so nothing proves the output complete`);
  return withEnvelope(command, INSTEAD['no-shell'].envelope);
}

function withEnvelope(
  { request, copy, ...command }: DebugCommand,
  envelope: Envelope | undefined,
): DebugCommand {
  return { ...command, request: { ...request, envelope }, copy: copy && { ...copy, envelope } };
}

/** The obstacle that leaves the fewest envelopes: without a shell there is none. */
function worstOf(unfit: ReadonlySet<EnvelopeObstacle>): EnvelopeObstacle | undefined {
  return unfit.has('no-shell') ? 'no-shell' : [...unfit][0];
}

/** Plans the target with the envelope that has fit the targets before it. */
export function replanBeforeStart(
  planned: PlannedTarget,
  unfit: ReadonlySet<EnvelopeObstacle>,
): PlannedTarget {
  const obstacle = worstOf(unfit);
  return obstacle === undefined ? planned : replanWithEnvelope(planned, INSTEAD[obstacle].envelope);
}

/**
 * Plans another container for a command whose envelope has not run, and remembers an image without a shell for the next call.
 * Deletes the pod that was created for the first container.
 */
export async function replanAfterUnfit(
  { io, cluster, notes, command }: Debugging,
  { planned, error }: Refused,
  signal: AbortSignal,
): Promise<PlannedTarget> {
  const { pod, obstacle, image } = error;
  const { envelope, say } = INSTEAD[obstacle];
  notes.note(say(image));
  // Not of an attach that was refused: rights are asked for at each call, and a gateway may soon take WebSockets.
  if (image !== '' && obstacle === 'no-shell') await rememberObstacle(io, placeOf(image, command));
  if (planned.plan.kind !== 'ephemeral') await removeUnfit(cluster, pod, signal);
  return planned.withOtherEnvelope(envelope, pod);
}

/** Deletes the pod, whose name may be needed again; it may be gone already. */
async function removeUnfit(cluster: Cluster, pod: Pod, signal: AbortSignal): Promise<void> {
  const { uid } = pod.metadata;
  const ref = podRef(pod);
  try {
    await deletePod(cluster, { ref, ...(uid !== undefined && { uid }), gracePeriodSeconds: 0 }, signal);
  } catch (error) {
    if (isGoneAlready(error)) return;
    const explained = explainApiError(error, {
      action: `delete pod ${ref.namespace}/${ref.name}, in which the command could not run`,
    });
    if (!isCliError(explained)) throw explained;
    const again = 'to run the command in a copy as kubectl debug makes it: --envelope=false';
    const hint = `${again}; to remove this one: ${deleteCommandLine(pod)}`;
    throw new CliError(explained.kind, explained.message, { hint, cause: error });
  }
}
