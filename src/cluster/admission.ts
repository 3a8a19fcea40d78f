import type { ApiError } from './api-error.ts';

/** Who refused an object beside the API server itself, and why, in one line of the refuser's words. */
export interface AdmissionRefusal {
  /** `admission webhook "validate.kyverno.svc-fail"`, `ValidatingAdmissionPolicy "no-debug"` */
  readonly refuser: string;
  readonly why: string;
  readonly hint: string;
}

/** How refusals of the extensible admission begin; what follows is the refuser's. */
const REFUSERS = [
  /(admission webhook "[^"]+") denied the request(?: without explanation)?:?/,
  /(ValidatingAdmissionPolicy '[^']+')(?: with binding '[^']+')? denied request:?/,
];

/**
 * What helps against what policies complain about: policies are everybody's own, their subjects are not. The first row
 * that fits wins. From refusals of Kyverno, Gatekeeper, GKE Warden, Kubewarden and the sigstore policy controller.
 */
const SUBJECTS: readonly { readonly about: RegExp; readonly hint: string }[] = [
  {
    about: /resource (?:limits|requests)|limits? (?:is|are) required|resources\.(?:limits|requests)|probe/i,
    hint: 'a debug container cannot have resources or probes: the policy has to leave spec.ephemeralContainers out, or debug a copy with --copy-to',
  },
  {
    about: /read-?only ?root/i,
    hint: 'say so in a --custom file: {"securityContext": {"readOnlyRootFilesystem": true}}',
  },
  {
    about: /signature|attestation|registr(?:y|ies)|repositor(?:y|ies)|image tag|latest tag|allowed repos/i,
    hint: 'use an image that the policy allows: --image=IMAGE',
  },
  {
    about: /privilege|capabilit|run ?as|root|seccomp|host ?(?:path|network|pid|ipc|port)/i,
    hint: 'ask for less: --profile=restricted --run-as-user=UID, or --profile=baseline',
  },
  {
    about: /ephemeral|debug/i,
    hint: 'the cluster does not want debug containers here; a copy may be allowed: --copy-to=NAME',
  },
];
const OTHERWISE = 'whoever runs the policy knows what it allows; a copy may be: --copy-to=NAME';

/** Reads the refusal of an admission webhook or policy; undefined for any other one. Webhooks choose the code. */
export function readAdmissionRefusal({ message }: ApiError): AdmissionRefusal | undefined {
  const found = REFUSERS.map((begin) => begin.exec(message)).find((match) => match !== null);
  if (found === undefined) return undefined;
  const [whole, refuser = ''] = found;
  const said = message.slice(found.index + whole.length);
  return {
    refuser,
    why: inOneLine(said),
    hint: SUBJECTS.find(({ about }) => about.test(said))?.hint ?? OTHERWISE,
  };
}

/** Enough for what is wrong; some policies go on with whole manuals. */
const MAX_LENGTH = 1000;

function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
