import type { ApiError } from './api-error.ts';
import { readPodSecurityRefusal, violationsOfPod, type Violation } from './pod-security-refusal.ts';

/** What of a debug container decides what its user can do about a refusal. */
export interface StartAttempt {
  readonly mode: 'ephemeral' | 'copy' | 'node';
  /** undefined when a copy has none. */
  readonly container: string | undefined;
  readonly profile: string;
  /** Of the pod; undefined when it has none. */
  readonly node: string | undefined;
}

/** What a refusal means to whoever asked. */
interface Meaning {
  readonly why: string;
  readonly hint: string;
}

const NO_LEVEL = 'in a namespace without a level, as kube-system often is';

/** Undefined for what is no refusal of Pod Security. */
export function explainPodSecurity(
  { code, message }: ApiError,
  start: StartAttempt | undefined,
): Meaning | undefined {
  const refusal = code === 403 ? readPodSecurityRefusal(message) : undefined;
  if (refusal === undefined) return undefined;
  const { level, violations } = refusal;
  const ofPod = violationsOfPod(refusal, start?.container);
  const why = `the namespace enforces Pod Security level "${level}": ${violations.map(({ text }) => text).join(', ')}`;
  if (start?.mode === 'node')
    return {
      why,
      hint: `a debug pod of a node needs what the level forbids: start it ${NO_LEVEL}: -n kube-system`,
    };
  if (ofPod.length > 0) return brokenByPod({ level, ofPod, start });
  return { why, hint: hintAtProfile(level, start?.profile) };
}

/** Each check that fails, with the pod's own containers that fail it. */
function describeOwn({ text, containers }: Violation, debugContainer: string | undefined): string {
  const own = containers.filter((name) => name !== debugContainer);
  return own.length === 0 ? text : `${text.split(' (')[0] ?? ''} (${own.join(', ')})`;
}

function brokenByPod({
  level,
  ofPod,
  start,
}: {
  readonly level: string;
  readonly ofPod: readonly Violation[];
  readonly start: StartAttempt | undefined;
}): Meaning {
  const broken = ofPod.map((violation) => describeOwn(violation, start?.container)).join(', ');
  return {
    why: `the pod itself breaks Pod Security level "${level}" of its namespace, so no profile passes: ${broken}`,
    hint: `look at it from its node, ${NO_LEVEL}: kubectl-debug node/${start?.node ?? 'NAME'} -n kube-system --image=IMAGE -it`,
  };
}

function hintAtProfile(level: string, profile: string | undefined): string {
  if (profile === level) return 'leave out what asks for more: --cap-add, --run-as-user=0 or --custom';
  return level === 'restricted'
    ? 'this passes: --profile=restricted --run-as-user=UID'
    : `this passes: --profile=${level}`;
}
