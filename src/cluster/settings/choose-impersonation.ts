import { CliError } from '../../errors/cli-error.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { Impersonation } from './connection-settings.ts';
import { innerEntry, textField, textsField, type KubeconfigEntry } from './kubeconfig-entry.ts';

/** The fields of a user's entry that flags replace. Extra attributes that no flag names stay. */
export function impersonationFields(
  entry: KubeconfigEntry,
  { impersonate, impersonateUid, impersonateGroups = [], impersonateExtra }: ConnectionOptions,
): KubeconfigEntry['fields'] {
  return {
    ...(impersonate && { as: impersonate }),
    ...(impersonateUid && { 'as-uid': impersonateUid }),
    ...(impersonateGroups.length > 0 && { 'as-groups': impersonateGroups }),
    ...(impersonateExtra && {
      'as-user-extra': { ...innerEntry(entry, 'as-user-extra')?.fields, ...impersonateExtra },
    }),
  };
}

/** Chooses whom to act as. Like kubectl, throws `usage` for attributes without a user. */
export function chooseImpersonation(entry: KubeconfigEntry): Impersonation | undefined {
  const user = textField(entry, 'as');
  const uid = textField(entry, 'as-uid');
  const groups = textsField(entry, 'as-groups');
  const extraEntry = innerEntry(entry, 'as-user-extra') ?? { ...entry, fields: {} };
  const extra = Object.keys(extraEntry.fields).map((key) => [key, textsField(extraEntry, key)] as const);
  if (user !== undefined) return { user, uid, groups, extra: Object.fromEntries(extra) };
  if (uid === undefined && groups.length === 0 && extra.length === 0) return undefined;
  throw new CliError('usage', 'cannot impersonate a uid, groups or extra attributes without a user', {
    hint: 'add --as=USER',
  });
}
