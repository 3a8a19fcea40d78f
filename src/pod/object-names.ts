import { CliError } from '../errors/cli-error.ts';

/** A DNS label (RFC 1123), which the API asks of the names of namespaces and containers. */
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
/** The longest DNS subdomain. */
export const MAX_NAME_LENGTH = 253;

/**
 * Whether an API server would take it as the name of a namespace or of a container.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function isLabelName(text: string): boolean {
  return LABEL.test(text);
}

/** Whether an API server would take it as the name of a pod, a node or a workload: a DNS subdomain (RFC 1123). */
export function isObjectName(text: string): boolean {
  return (
    text.length <= MAX_NAME_LENGTH &&
    text.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part))
  );
}

/** Throws `usage` for what no container is called; `what` says where it was read, as `container name`. */
export function requireContainerName(text: string, what: string): void {
  if (isLabelName(text)) return;
  throw new CliError('usage', `invalid ${what} "${text}"`, {
    hint: 'use at most 63 lower case letters, digits and hyphens, with no hyphen at either end',
  });
}
