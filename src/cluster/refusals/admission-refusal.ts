import { explainRefusal, recogniseRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import type { ApiError } from './api-error.ts';

/** How refusals by admission webhooks and policies start. The refuser's own text follows. */
const REFUSERS = [
  /(admission webhook "[^"]+") denied the request(?: without explanation)?:?/,
  /(ValidatingAdmissionPolicy '[^']+')(?: with binding '[^']+')? denied request:?/,
];

/**
 * Explains the refusal of an admission webhook or policy; undefined for any other refusal. A webhook can choose any
 * status code.
 */
export function explainAdmission({ message }: ApiError): Explained | undefined {
  const found = REFUSERS.map((begin) => begin.exec(message)).find((match) => match !== null);
  if (found === undefined) return undefined;
  const [whole, refuser = ''] = found;
  const said = message.slice(found.index + whole.length);
  const why = inOneLine(said);
  const facts = { refuser, reason: why === '' ? '' : `: ${why}` };
  return explainRefusal(recogniseRefusal('policy', said) ?? 'policy-otherwise', facts);
}

/** Cuts off the manuals that some policies append. */
const MAX_LENGTH = 1000;

function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
