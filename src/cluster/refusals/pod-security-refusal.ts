import { isCliError } from '../../errors/cli-error.ts';
import { isApiError } from './api-error.ts';

/** What the Pod Security admission says no to. */
export interface PodSecurityRefusal {
  /** `baseline` or `restricted`. */
  readonly level: string;
  readonly violations: readonly Violation[];
}

export interface Violation {
  /** In the server's words: the check, and in brackets the fields and containers. */
  readonly text: string;
  /** The containers that it names; none when the pod itself is meant. */
  readonly containers: readonly string[];
}

/** `container "app" must …`, `containers "app", "dbg" must …`. */
const CONTAINERS = /containers? ("[^"]+"(?:, "[^"]+")*)/;

function readViolation(text: string): Violation {
  const names = CONTAINERS.exec(text)?.[1] ?? '';
  return { text, containers: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name) };
}

/**
 * Reads the sentence of a refusal; undefined for any other one. Pod Security and RBAC answer with the same code, reason
 * and details, so the sentence is all there is.
 * See https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export function readPodSecurityRefusal(message: string): PodSecurityRefusal | undefined {
  const [, level, list] = /violates PodSecurity "([^":]+)(?::[^"]*)?": (.*)$/s.exec(message) ?? [];
  if (level === undefined || list === undefined) return undefined;
  const texts = list.split(/(?<=\)), (?=[^()]+ \()/);
  return { level, violations: texts.map(readViolation) };
}

/** The violations that stay whatever the debug container asks for: they name the pod, or another container of it. */
export function violationsOfPod(
  { violations }: PodSecurityRefusal,
  debugContainer: string | undefined,
): readonly Violation[] {
  return violations.filter(
    ({ containers }) => containers.length === 0 || containers.some((name) => name !== debugContainer),
  );
}

/** The Pod Security refusal behind an error that `explainApiError` made; undefined for any other one. */
export function podSecurityOf(error: unknown): PodSecurityRefusal | undefined {
  if (!isCliError(error) || error.kind !== 'pod-security' || !isApiError(error.cause)) return undefined;
  return readPodSecurityRefusal(error.cause.message);
}
