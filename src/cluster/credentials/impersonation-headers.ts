import { CliError } from '../../errors/cli-error.ts';
import type { Impersonation } from '../settings/connection-settings.ts';
import { headerValue } from './header-value.ts';

type Headers = Readonly<Record<string, string | string[]>>;

/**
 * The headers that ask the server to act as another user. They hold no secret. Throws `kubeconfig` for a value that
 * no header can hold.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export function impersonationHeaders(impersonation: Impersonation | undefined): Headers {
  if (impersonation === undefined) return {};
  const { user, uid, groups, extra } = impersonation;
  return {
    'impersonate-user': impersonated(user, 'the user to act as'),
    ...(uid !== undefined && { 'impersonate-uid': impersonated(uid, 'the uid to act with') }),
    ...(groups.length > 0 && {
      'impersonate-group': groups.map((group) => impersonated(group, 'a group to act with')),
    }),
    ...extraHeaders(extra),
  };
}

/** Header names ignore case, so keys that differ only in case are one, as for client-go and the server. */
function extraHeaders(extra: Impersonation['extra']): Headers {
  const headers = new Map<string, string[]>();
  for (const [key, values] of Object.entries(extra)) {
    const name = `impersonate-extra-${escapeKey(key).toLowerCase()}`;
    const encoded = values.map((value) => impersonated(value, `the extra attribute "${key}" to act with`));
    headers.set(name, [...(headers.get(name) ?? []), ...encoded]);
  }
  return Object.fromEntries(headers);
}

/** HTTP/1.1 drops blanks at both ends. The server would act as another user, or for a lone blank as the real one. */
function impersonated(text: string, what: string): string {
  if (/^[ \t]|[ \t]$/.test(text))
    throw new CliError('kubeconfig', `${what} cannot be sent: it starts or ends with a blank`, {
      hint: 'give --as, --as-group, --as-uid and --as-user-extra without it',
    });
  return headerValue(text, what);
}

/** Percent-encodes each byte that a header name cannot hold, and the percent sign. */
function escapeKey(key: string): string {
  return Buffer.from(key)
    .toString('latin1')
    .replaceAll(/[^\w!#$&'*+.^`|~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
