/**
 * The characters that text from elsewhere must not bring to a terminal, as a character class for a regular expression
 * with the flag `u`:
 * - what controls a terminal: C0, DEL and C1 (CVE-2021-25743);
 * - what changes the order in which text reads: bidi controls (CVE-2021-42574);
 * - what is invisible, so that two names look alike: Unicode's default-ignorable characters (UAX #44);
 * - line and paragraph separators, which end a line in some terminals;
 * - lone surrogates, which are no characters, and private ones, which each font draws in its own way.
 * A composed emoji falls apart into its parts: an exception for it could be abused.
 */
export const UNPRINTABLE =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}';

const HAS_UNPRINTABLE = new RegExp(`[${UNPRINTABLE}]`, 'u');

/** Whether a text has such a character; a line break is one. */
export function hasUnprintable(text: string): boolean {
  return HAS_UNPRINTABLE.test(text);
}

/** Most text is plain ASCII, and this test is much faster. */
export const PLAIN_ASCII = /^[ -~]*$/;
/** The same for text of several lines. */
export const PLAIN_LINES = /^[\n -~]*$/;
