import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import type { ApiError } from './api-error.ts';
import { readPodSecurityRefusal, violationsOfPod, type Violation } from './pod-security-refusal.ts';

/** What the user tried to start, for the hint of a refusal. */
export interface StartAttempt {
  readonly mode: 'ephemeral' | 'copy' | 'node';
  /** undefined for a copy without a debug container. */
  readonly container: string | undefined;
  readonly profile: string;
  /** Node of the pod; undefined if it has none. */
  readonly node: string | undefined;
}

/** Explains a refusal of Pod Security; undefined for any other refusal. */
export function explainPodSecurity(
  { code, message }: ApiError,
  start: StartAttempt | undefined,
): Explained | undefined {
  const refusal = code === 403 ? readPodSecurityRefusal(message) : undefined;
  if (refusal === undefined) return undefined;
  const { level, violations } = refusal;
  const ofPod = violationsOfPod(refusal, start?.container);
  if (start?.mode !== 'node' && ofPod.length > 0) {
    const checks = ofPod.map((violation) => describeOwn(violation, start?.container)).join(', ');
    return explainRefusal('pod-breaks-level', { level, checks, node: start?.node ?? 'NAME' });
  }
  const checks = violations.map(({ text }) => text).join(', ');
  return explainRefusal(nameRefusal(level, start), { level, checks });
}

function nameRefusal(
  level: string,
  start: StartAttempt | undefined,
): 'level-refuses-node-pod' | 'level-refuses-flags' | 'level-refuses-root' | 'level-refuses-profile' {
  if (start?.mode === 'node') return 'level-refuses-node-pod';
  if (start?.profile === level) return 'level-refuses-flags';
  return level === 'restricted' ? 'level-refuses-root' : 'level-refuses-profile';
}

/** A failed check, with the pod's own containers that fail it. */
function describeOwn({ text, containers }: Violation, debugContainer: string | undefined): string {
  const own = containers.filter((name) => name !== debugContainer);
  return own.length === 0 ? text : `${text.split(' (')[0] ?? ''} (${own.join(', ')})`;
}
