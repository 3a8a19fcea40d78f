import { shellLine } from '../../errors/shell-word.ts';
import { beginCast } from '../../record/cast-record.ts';
import { createRecordFile } from '../../record/record-file.ts';
import type { OpenRecord } from '../../record/recorder.ts';
import { readCallFacts, timeText, type Recording } from './open-records.ts';

/** What an audit does in each pod. */
export interface AuditSubject {
  readonly image: string | undefined;
  readonly command: readonly string[];
}

/** Opens the record of an audit before anything is created. Throws `record-failed`. */
export async function openAuditRecord(
  recording: Recording,
  { image, command }: AuditSubject,
  signal: AbortSignal,
): Promise<OpenRecord> {
  const { io, wish, cluster } = recording;
  const facts = { ...(await readCallFacts(recording, 'audit', signal)), image, command: shellLine(command) };
  const name = `${timeText(io.now())}-audit`;
  const file = await createRecordFile(io, { place: wish.place, name, ending: '.cast' });
  const title = `audit on ${cluster.server}`;
  // The output of a command without a terminal.
  return beginCast(io, { file, title, facts, isTerminal: false, hasInput: false });
}
