import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { parseRecordWish, type RecordWish } from '../../record/record-wish.ts';

type Place = Pick<Io, 'workingDirectory'>;

function readWish({ workingDirectory }: Place, flags: FlagValues, hasInput: boolean): RecordWish | undefined {
  const isTyped = flags.isGiven('record');
  return parseRecordWish({ record: flags.string('record'), hasInput, isTyped, workingDirectory });
}

/** Reads `--record` of an audit; undefined if nothing is recorded. Throws `usage`. */
export function readAuditRecordFlag(io: Place, flags: FlagValues): RecordWish | undefined {
  const wish = readWish(io, flags, false);
  if (wish?.content !== 'commands') return wish;
  // A default that the user has for sessions.
  if (!wish.isTyped) return { ...wish, content: 'all' };
  throw new CliError('usage', '--record=commands is for a shell on a terminal, but an audit has none', {
    hint: 'use --record, which records the outputs of the audit',
  });
}

/** Reads `--record` and `--record-input`; undefined if nothing is recorded. Throws `usage`. */
export function readRecordFlags(io: Place, flags: FlagValues): RecordWish | undefined {
  const hasInput = flags.boolean('record-input');
  const wish = readWish(io, flags, hasInput);
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
  io: Place,
  flags: FlagValues,
  isSession: boolean,
): RecordWish | undefined {
  const wish = readRecordFlags(io, flags);
  if (wish === undefined || isSession) return wish;
  if (!wish.isTyped) return undefined;
  throw new CliError('usage', '--record records a session, but this call has none', {
    hint: 'leave out --record here, and give it to the attach that shows the container',
  });
}
