import { isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Notes } from '../../output/say/notes.ts';
import { describeLeaving } from '../../record/describe-leaving.ts';
import type { OpenRecord, SessionRecorder } from '../../record/recorder.ts';

/**
 * Runs a session with its record, and says at its end where the record is, and its hash. A record that cannot be written
 * ends the session. Throws as the session, and `record-failed` in its place.
 */
export async function withRecord(
  {
    record,
    notes,
  }: { readonly record: OpenRecord | undefined; readonly notes: Pick<Notes, 'tell' | 'warn'> },
  session: (scope: AbortSignal, recorder: SessionRecorder | undefined) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  if (record === undefined) return session(signal, undefined);
  let end = 'ended';
  let left: string | undefined;
  const recorder: SessionRecorder = {
    ...record.recorder,
    over: (outcome) => void (left = describeLeaving(outcome)),
  };
  const scope = AbortSignal.any([signal, recorder.failing]);
  try {
    const exitCode = await session(scope, recorder);
    end = `ended: exit code ${exitCode}`;
    return exitCode;
  } catch (error) {
    end = `ended: ${isCliError(error) ? `${errorText(error)} [${error.kind}]` : errorText(error)}`;
    throw error;
  } finally {
    await endRecord(record, { end: left ?? end, notes });
  }
}

/** A record without a session in it is no record. Throws the failure of the record, however the session ended. */
async function endRecord(
  record: OpenRecord,
  { end, notes }: { readonly end: string; readonly notes: Pick<Notes, 'tell' | 'warn'> },
): Promise<void> {
  if (record.isBegun()) await finishRecord(record, { end, notes });
  else await record.discard();
  // The first line of a record can fail as well, with nothing in it.
  const failure = record.recorder.failure();
  if (failure !== undefined) throw failure;
}

async function finishRecord(
  record: OpenRecord,
  { end, notes }: { readonly end: string; readonly notes: Pick<Notes, 'tell' | 'warn'> },
): Promise<void> {
  const lack = record.lacks?.();
  if (lack !== undefined) notes.warn(lack);
  const sha256 = await record.finish(end);
  notes.tell(`record: ${record.recorder.path}, sha256 ${sha256}`);
}
