import { CliError } from '../../errors/cli-error.ts';
import type { UserIds } from '../../pod/containers/container-user.ts';
import type { Capabilities, SecurityContext } from '../../pod/types.ts';
import { parseCapabilities } from './capabilities.ts';
import { omitFields } from '../omit-fields.ts';

/** The user of the debug container: by numbers, or the user of the target container. */
type RunAs = { readonly kind: 'ids'; readonly ids: UserIds } | { readonly kind: 'target' };

/** The flags for the rights of the debug container, beside its profile. */
export interface SecurityFlags {
  readonly runAs?: RunAs;
  readonly capAdd: readonly string[];
  readonly capDrop: readonly string[];
  /** Lets the container run as root although its pod forbids it. No flag sets this, but what needs root. */
  readonly allowsRoot?: boolean;
}

/** The largest uid that the API takes. */
const MAX_ID = 2 ** 31 - 1;

/** Reads `--run-as-user`. Throws `usage`. */
function parseRunAs(text: string): RunAs {
  if (text === 'target') return { kind: 'target' };
  const [, user, group] = /^(\d+)(?::(\d+))?$/.exec(text) ?? [];
  const ids = [user, group].filter((id) => id !== undefined).map(Number);
  if (user === undefined || ids.some((id) => id > MAX_ID))
    throw new CliError('usage', `--run-as-user: "${text}" is neither UID nor UID:GID`, {
      hint: 'Kubernetes knows no user names: use numbers, such as 1000 or 1000:1000, or the word target',
    });
  return {
    kind: 'ids',
    ids: { user: Number(user), ...(group !== undefined && { group: Number(group) }) },
  };
}

/** The values of these flags, as typed. */
interface SecurityTexts {
  readonly runAsUser: string | undefined;
  readonly capAdd: readonly string[];
  readonly capDrop: readonly string[];
}

/** Reads the flags; undefined when none was given. Throws `usage`. */
export function parseSecurityFlags(texts: SecurityTexts): SecurityFlags | undefined {
  const capAdd = parseCapabilities('cap-add', texts.capAdd);
  const capDrop = parseCapabilities('cap-drop', texts.capDrop);
  const twice = capAdd.find((name) => capDrop.includes(name));
  if (twice !== undefined)
    throw new CliError('usage', `--cap-add and --cap-drop both name ${twice}`, { hint: 'leave one out' });
  if (texts.runAsUser === undefined && capAdd.length + capDrop.length === 0) return undefined;
  return {
    ...(texts.runAsUser !== undefined && { runAs: parseRunAs(texts.runAsUser) }),
    capAdd,
    capDrop,
  };
}

/** `--cap-drop` removes capabilities that the profile adds, by name or by ALL, but not those of `--cap-add`. */
function changeCapabilities(before: Capabilities, { capAdd, capDrop }: SecurityFlags): Capabilities {
  const { add = [], drop = [] } = before;
  const isDropped = (name: string): boolean => capDrop.includes(name) || capDrop.includes('ALL');
  const added = [...new Set([...add.filter((name) => !isDropped(name)), ...capAdd])];
  const dropped = [...new Set([...drop, ...capDrop])];
  return { ...(added.length > 0 && { add: added }), ...(dropped.length > 0 && { drop: dropped }) };
}

function withUser(before: SecurityContext, { user, group }: UserIds): SecurityContext {
  return { ...before, runAsUser: user, ...(group !== undefined && { runAsGroup: group }) };
}

/** Applies the flags to the security context that a profile made. `fitRequest` must have resolved `target`. */
export function applySecurityFlags(
  before: SecurityContext | undefined,
  flags: SecurityFlags,
): SecurityContext | undefined {
  const { runAs, capAdd, capDrop } = flags;
  const hasCapabilities = capAdd.length + capDrop.length > 0;
  const capabilities = hasCapabilities ? changeCapabilities(before?.capabilities ?? {}, flags) : undefined;
  const base = hasCapabilities ? omitFields(before ?? {}, 'capabilities') : (before ?? {});
  const changed = { ...base, ...(isFilled(capabilities) && { capabilities }), ...rootField(flags) };
  return runAs?.kind === 'ids' ? withUser(changed, runAs.ids) : changed;
}

function rootField({ allowsRoot }: SecurityFlags): Pick<SecurityContext, 'runAsNonRoot'> {
  return allowsRoot === true ? { runAsNonRoot: false } : {};
}

function isFilled(capabilities: Capabilities | undefined): capabilities is Capabilities {
  return capabilities !== undefined && Object.keys(capabilities).length > 0;
}
