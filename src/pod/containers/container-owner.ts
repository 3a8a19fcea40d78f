/** The alphabet of generated names in Kubernetes. It has no vowels, so that names do not spell words. */
export const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Keeps the whole name short enough for a DNS label (63 characters). */
const MAX_USER_LENGTH = 24;

/** A user's name in the characters of a DNS label (RFC 1123); empty when none are left. */
export function userLabel(user: string): string {
  return user
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_USER_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
}

const GENERATED_NAME = new RegExp(`^debugger-([a-z0-9][a-z0-9-]*)-[${NAME_ALPHABET}]{5}$`);

/**
 * The user who added a debug container, read from its generated name: `debugger-alice-x7k2p`. undefined when the user
 * gave the name, or kubectl generated it. A hint, not a proof: anybody may choose such a name.
 */
export function ownerOf(containerName: string): string | undefined {
  return GENERATED_NAME.exec(containerName)?.[1];
}

const AUDIT_NAME = new RegExp(`^audit-[${NAME_ALPHABET}]{12}$`);

/** Whether an audit made the name of a container. Such a name is the same for whoever resumes the audit, so it names no user. */
export function isOfAudit(containerName: string): boolean {
  return AUDIT_NAME.test(containerName);
}
