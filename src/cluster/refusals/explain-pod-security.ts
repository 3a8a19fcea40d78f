import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import type { ApiError } from './api-error.ts';
import { readPodSecurityRefusal, violationsOfPod, type Violation } from './pod-security-refusal.ts';
import { namespaceFlag, podOfPath } from './request-path.ts';

/** What the user tried to start, for the hint of a refusal. */
export interface StartAttempt {
  readonly mode: 'ephemeral' | 'copy' | 'node';
  /** undefined for a copy without a debug container. */
  readonly container: string | undefined;
  readonly profile: string;
  /** Node of the pod; undefined if it has none. */
  readonly node: string | undefined;
  /** The debug containers that the pod has already. */
  readonly earlier?: readonly string[];
}

/** Explains a refusal of Pod Security; undefined for any other refusal. */
export function explainPodSecurity(
  { code, message, path }: ApiError,
  start: StartAttempt | undefined,
): Explained | undefined {
  const refusal = code === 403 ? readPodSecurityRefusal(message) : undefined;
  if (refusal === undefined) return undefined;
  const { level, violations } = refusal;
  const ofPod = violationsOfPod(refusal, start?.container);
  if (start?.mode !== 'node' && ofPod.length > 0) {
    const checks = ofPod.map((violation) => describeOwn(violation, start?.container)).join(', ');
    const earlier = earlierOf(ofPod, start);
    if (earlier !== undefined)
      return explainRefusal('earlier-breaks-level', {
        level,
        checks,
        earlier,
        pod: podOfPath(path),
        place: namespaceFlag(path),
      });
    return explainRefusal('pod-breaks-level', { level, checks, node: start?.node ?? 'NAME' });
  }
  const checks = violations.map(({ text }) => text).join(', ');
  return explainRefusal(nameRefusal(level, start), { level, checks });
}

/** The earlier debug containers that violate the level; undefined if anything else in the pod does too. */
function earlierOf(ofPod: readonly Violation[], start: StartAttempt | undefined): string | undefined {
  const blamed = ofPod.map(({ containers }) => containers.filter((name) => name !== start?.container));
  const isEarlier = (name: string): boolean => start?.earlier?.includes(name) === true;
  if (!blamed.every((names) => names.length > 0 && names.every(isEarlier))) return undefined;
  const names = [...new Set(blamed.flat())].map((name) => `"${name}"`);
  return `${names.length === 1 ? 'debug container' : 'debug containers'} ${names.join(', ')}`;
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
