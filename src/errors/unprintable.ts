/**
 * The characters that text from elsewhere never brings to a terminal as they are, for a class of a regular expression with
 * the flag `u`: all that steers a terminal (C0, DEL and C1: CVE-2021-25743), that makes text read otherwise than it is
 * (bidi: CVE-2021-42574), or that is not seen, so that two names look alike (zero-width characters, fillers, variation
 * selectors, tags). What is not seen is what Unicode calls default-ignorable (UAX #44); line and paragraph separators end
 * a line in some terminals; a lone surrogate is no character at all, and how a private one looks is for each font to say.
 * An emoji that is put together of several comes out in its parts, as a rule with exceptions is one that can be got around.
 */
export const UNPRINTABLE =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}';

/** Text that needs no closer look: by far the most, and so much faster. */
export const PLAIN_ASCII = /^[ -~]*$/;
/** The same of several lines. */
export const PLAIN_LINES = /^[\n -~]*$/;
