import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { choosePod, isReadyToUse } from './choose-pod.ts';
import type { Following } from './follow-request.ts';
import { describeSource, listingOf } from './pod-source.ts';
import type { PodsWatch } from './pods-watch.ts';

/** The pod to begin with. A named pod that is being deleted is taken as well: that is what was asked for. */
function firstChoice({ request }: Following, watch: PodsWatch): Pod | undefined {
  const chosen = choosePod(watch.pods(), { acceptsUnready: true });
  const isNamed = request.source.kind === 'named';
  return chosen ?? (isNamed ? watch.pods().find(({ status }) => status?.phase === 'Running') : undefined);
}

/**
 * Waits for the first pod: one that is ready, else one that runs, as people look into pods that do not get ready. Throws
 * `pod-finished` for a named pod that has finished, and `timeout`.
 */
export async function findFirstPod(
  following: Following,
  watch: PodsWatch,
  signal: AbortSignal,
): Promise<Pod> {
  const { connected, request } = following;
  const { io, notes } = connected;
  const { source, waitMs } = request;
  const until = io.now().getTime() + waitMs;
  const what = `a pod of ${describeSource(source)} that runs`;
  const wait = io.waits?.begin({
    what: source.kind === 'named' ? `${describeSource(source)} to run` : what,
    atMostMs: waitMs,
  });
  try {
    for (;;) {
      const pod = firstChoice(following, watch);
      if (pod !== undefined) {
        if (source.kind !== 'named' && !isReadyToUse(pod))
          notes.tell(
            `no pod of ${describeSource(source)} is ready; ${describePod(pod)} runs, but is not ready`,
          );
        return pod;
      }
      refuseFinished(following, watch);
      const pauseMs = until - io.now().getTime();
      if (pauseMs <= 0) throw notInTime(following);
      await changedOrLater(io, { changes: [watch.changed()], pauseMs }, signal);
    }
  } finally {
    wait?.end();
  }
}

function refuseFinished({ request }: Following, watch: PodsWatch): void {
  const [pod] = watch.pods();
  if (request.source.kind !== 'named' || pod === undefined || !hasFinished(pod)) return;
  const { namespace, name } = request.source.pod;
  throw new CliError('pod-finished', `pod ${describePod(pod)} has finished, so nothing listens in it`, {
    hint: commandText`to see how it ended: kubectl-debug pods ${name} -n ${namespace} --explain`,
  });
}

function notInTime({ request }: Following): CliError {
  const { source, waitMs } = request;
  const after = `within ${humanDuration(waitMs)}`;
  const what =
    source.kind === 'named'
      ? `${describeSource(source)} did not run ${after}`
      : `no pod of ${describeSource(source)} ran ${after}`;
  return new CliError('timeout', what, {
    hint: `to see why: ${listingOf(source)} --explain; to wait longer: --pod-running-timeout=5m`,
  });
}
