import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { parseRecordWish, type RecordWish } from '../../record/record-wish.ts';

/** Reads `--record` of an audit; undefined if nothing is recorded. Throws `usage`. */
export function readAuditRecordFlag(
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
  flags: FlagValues,
): RecordWish | undefined {
  const wish = parseRecordWish({ record: flags.string('record'), hasInput: false, workingDirectory });
  if (wish?.content !== 'commands') return wish;
  // A default of the user for sessions.
  if (!flags.isGiven('record')) return { ...wish, content: 'all' };
  throw new CliError('usage', '--record=commands is for a shell on a terminal, but an audit has none', {
    hint: 'use --record, which records the outputs of the audit',
  });
}

/** Reads `--record` and `--record-input`; undefined if nothing is recorded. Throws `usage`. */
export function readRecordFlags(
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
  flags: FlagValues,
): RecordWish | undefined {
  const hasInput = flags.boolean('record-input');
  const wish = parseRecordWish({ record: flags.string('record'), hasInput, workingDirectory });
  if (wish === undefined && hasInput && flags.isGiven('record-input'))
    throw new CliError('usage', '--record-input is about a record, but there is none', {
      hint: 'use --record with --record-input',
    });
  return wish;
}

/**
 * The same for a call that may have no session to record. A default that asks for records is then ignored, as nothing is
 * shown; the flag is refused. Throws `usage`.
 */
export function readRecordOfSession(
  io: Pick<Io, 'workingDirectory'>,
  flags: FlagValues,
  isSession: boolean,
): RecordWish | undefined {
  const wish = readRecordFlags(io, flags);
  if (wish === undefined || isSession) return wish;
  if (flags.isGiven('record'))
    throw new CliError('usage', '--record records a session, but this call has none', {
      hint: 'leave out --record here, and give it to the attach that shows the container',
    });
  return undefined;
}
