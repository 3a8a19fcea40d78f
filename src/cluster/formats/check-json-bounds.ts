import { BOUNDS, tooLarge, type BoundName } from '../../errors/bounds.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/**
 * Checks the nesting and the number of values of JSON before it is parsed, which takes far more memory. Does not
 * check the syntax. Throws `too-large`; `subject` as for `tooLarge`.
 */
export function checkJsonBounds(bytes: Uint8Array, subject: string): void {
  const passed = findPassedBound(bytes);
  if (passed !== undefined) throw tooLarge(passed, subject);
}

/** Counts brackets and commas outside strings. One loop with few branches: it reads every byte of each answer. */
function findPassedBound(bytes: Uint8Array): BoundName | undefined {
  const [opens, closes, begins] = [tableOf('[{'), tableOf(']}'), tableOf('[{,')];
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else isText = byte !== QUOTE;
      continue;
    }
    isText = byte === QUOTE;
    depth += (opens[byte] ?? 0) - (closes[byte] ?? 0);
    values += begins[byte] ?? 0;
    if (depth > BOUNDS.nesting.most) return 'nesting';
  }
  return values > BOUNDS.answerValues.most ? 'answerValues' : undefined;
}

/** 1 for the bytes of these characters, 0 for all others. */
function tableOf(signs: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const sign of Buffer.from(signs)) table[sign] = 1;
  return table;
}
