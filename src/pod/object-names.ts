import { CliError } from '../errors/cli-error.ts';

/** A DNS label (RFC 1123), the form of the names of namespaces and containers. */
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
/** The length of the longest DNS subdomain. */
const MAX_NAME_LENGTH = 253;

/**
 * Whether the text can be the name of a namespace or of a container.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function isLabelName(text: string): boolean {
  return LABEL.test(text);
}

/** Whether the text can be the name of a pod, a node or a workload: a DNS subdomain (RFC 1123). */
export function isObjectName(text: string): boolean {
  return (
    text.length <= MAX_NAME_LENGTH &&
    text.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part))
  );
}

/**
 * Throws `usage` for a text that cannot be the name of a container. `what` names it in the message: `container name`.
 */
export function requireContainerName(text: string, what: string): void {
  if (isLabelName(text)) return;
  throw new CliError('usage', `invalid ${what} "${text}"`, {
    hint: 'use at most 63 lower case letters, digits and hyphens, with no hyphen at either end',
  });
}
