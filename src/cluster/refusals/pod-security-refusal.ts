import { isCliError } from '../../errors/cli-error.ts';
import { isApiError } from './api-error.ts';

/** A refusal by the Pod Security admission. */
export interface PodSecurityRefusal {
  /** `baseline` or `restricted`. */
  readonly level: string;
  readonly violations: readonly Violation[];
}

export interface Violation {
  /** The server's text: the check, and in brackets its fields and containers. */
  readonly text: string;
  /** The containers that the text names; none if it is about the pod itself. */
  readonly containers: readonly string[];
}

/** `container "app" must …`, `containers "app", "dbg" must …`. */
const CONTAINERS = /containers? ("[^"]+"(?:, "[^"]+")*)/;

function readViolation(text: string): Violation {
  const names = CONTAINERS.exec(text)?.[1] ?? '';
  return { text, containers: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name) };
}

/**
 * Parses the message of a refusal; undefined for any other refusal. Pod Security and RBAC use the same code, reason
 * and details, so only the message tells them apart.
 * See https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export function readPodSecurityRefusal(message: string): PodSecurityRefusal | undefined {
  const [, level, list] = /violates PodSecurity "([^":]+)(?::[^"]*)?": (.*)$/s.exec(message) ?? [];
  if (level === undefined || list === undefined) return undefined;
  const texts = list.split(/(?<=\)), (?=[^()]+ \()/);
  return { level, violations: texts.map(readViolation) };
}

/** The violations that do not depend on the debug container: they name the pod or another container. */
export function violationsOfPod(
  { violations }: PodSecurityRefusal,
  debugContainer: string | undefined,
): readonly Violation[] {
  return violations.filter(
    ({ containers }) => containers.length === 0 || containers.some((name) => name !== debugContainer),
  );
}

/** The Pod Security refusal behind an error of `explainApiError`; undefined for any other error. */
export function podSecurityOf(error: unknown): PodSecurityRefusal | undefined {
  if (!isCliError(error) || error.kind !== 'pod-security' || !isApiError(error.cause)) return undefined;
  return readPodSecurityRefusal(error.cause.message);
}
