import { explainRefusal, recogniseRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ApiError } from './api-error.ts';

/** Who refused, and what of the message is their own text. */
interface AdmissionRefusal {
  readonly refuser: string;
  /** What an administrator reads to see the rule, as arguments of `kubectl get`. */
  readonly rule: string;
  /** Whether the rule could not be evaluated. */
  readonly isBroken: boolean;
  readonly said: string;
}

const WEBHOOK = /admission webhook "[^"]+"(?= denied the request)/;
const AFTER_WEBHOOK = /^ denied the request(?: without explanation)?:?/;
const POLICY = /ValidatingAdmissionPolicy '([^']+)'(?: with binding '([^']+)')? denied request:?/;

/** How the API server words it if it cannot evaluate a policy, or finds no parameters for it. */
const BROKEN = /resulted in error:|^failed to configure (?:binding|policy)/;
/** The whole text of the rule, which can have many lines. */
const QUOTED_RULE = /^expression '.*?' resulted in error:/s;

function readWebhook(message: string): AdmissionRefusal | undefined {
  const found = WEBHOOK.exec(message);
  if (found === null) return undefined;
  const [refuser] = found;
  const said = message.slice(found.index + refuser.length).replace(AFTER_WEBHOOK, '');
  const rule = 'validatingwebhookconfigurations,mutatingwebhookconfigurations';
  return { refuser, rule, isBroken: false, said: said.trim() };
}

/**
 * The API server names the policy, the binding and the first rule that refuses, in the message and in a cause with the
 * same text. The status is 422, 403 or 413, as the policy says.
 */
function readPolicy(message: string): AdmissionRefusal | undefined {
  const found = POLICY.exec(message);
  if (found === null) return undefined;
  const [whole, policy = '', binding] = found;
  const said = message.slice(found.index + whole.length).trim();
  return {
    refuser: `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? '' : ` (binding '${binding}')`}`,
    rule: commandText`validatingadmissionpolicy ${policy}`,
    isBroken: BROKEN.test(said),
    said: said.replace(QUOTED_RULE, 'its rule fails:'),
  };
}

/**
 * Explains the refusal of an admission webhook or policy; undefined for any other refusal. A webhook can choose any
 * status code.
 */
export function explainAdmission({ message }: ApiError): Explained | undefined {
  const refusal = readPolicy(message) ?? readWebhook(message);
  if (refusal === undefined) return undefined;
  const { refuser, rule, isBroken, said } = refusal;
  const why = inOneLine(said);
  const facts = { refuser, rule, reason: why === '' ? '' : `: ${why}`, allowed: allowedImage(said) };
  if (isBroken) return explainRefusal('policy-broken', facts);
  return explainRefusal(recogniseRefusal('policy', said) ?? 'policy-otherwise', facts);
}

const ALLOWED_IMAGES = /\ballowed images?: *([^\n]*)/i;

/** The first image that the text allows by its whole name; `IMAGE` if it names only patterns, or none. */
function allowedImage(said: string): string {
  const [, list = ''] = ALLOWED_IMAGES.exec(said) ?? [];
  return list.split(/[,;\s]+/).find((image) => /^[\w.][\w.:/@-]*$/.test(image)) ?? 'IMAGE';
}

/** Cuts off the manuals that some policies append. */
const MAX_LENGTH = 1000;

function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
