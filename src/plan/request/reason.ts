import { CliError } from '../../errors/cli-error.ts';
import { hasUnprintable } from '../../errors/unprintable.ts';

/** The characters that a reason may have: a ticket and a sentence. */
const MOST_CHARACTERS = 256;

/**
 * Reads `--reason`: one line, without the spaces around it; undefined for an empty one. Throws `usage` for one that is too
 * long, or has characters that no log and no terminal shows as they are.
 */
export function parseReason(text: string | undefined): string | undefined {
  const reason = (text ?? '').trim();
  if (reason === '') return undefined;
  if (hasUnprintable(reason))
    throw new CliError('usage', '--reason has a line break, or another character that cannot be shown', {
      hint: 'give one line of text, for example --reason="INC-7: disk full"',
    });
  const { length } = Array.from(reason);
  if (length <= MOST_CHARACTERS) return reason;
  throw new CliError('usage', `--reason has ${length} characters, but at most ${MOST_CHARACTERS} fit`, {
    hint: 'give the ticket and a few words, for example --reason="INC-7: disk full"',
  });
}
