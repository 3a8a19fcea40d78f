import { findWireshark } from '../../capture/sink/wireshark.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import type { Connected } from '../../join/connected.ts';
import { canAsk } from '../../output/ask/choose.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { jobsOf, withRights } from '../shared/with-rights.ts';
import { readCaptureRequest } from './capture-request.ts';
import { choosePods } from './choose-pods.ts';
import { refuseTaken } from './open-place.ts';
import { runCapture } from './run-capture.ts';

/**
 * `kubectl-debug capture POD… [FILTER…]`: captures the packets of pods until Ctrl-C, a bound, or the end of the pods. Exits with
 * 0 then, 1 if a pod failed, 2 for a wrong call.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readCaptureRequest(io, input, canAsk(io));
  const { isQuiet, place, opens, imageNote } = request;
  const program = opens ? findWireshark(io) : undefined;
  await refuseTaken(io, place);
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, input.flags, async (cluster, signal) => {
    const body = async (connected: Connected): Promise<number> => {
      const pods = await choosePods(connected, request, signal);
      if (pods.length === 0) return CHECK_EXIT.ok;
      if (imageNote !== undefined) notes.note(imageNote);
      return runCapture(connected, { request, pods, program }, signal);
    };
    const jobs = jobsOf(['capture'], request.targets);
    return withRights({ io, cluster, notes, isQuiet, jobs }, body, signal);
  });
}
