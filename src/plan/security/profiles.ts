import { CliError } from '../../errors/cli-error.ts';
import type { Capabilities, SecurityContext } from '../../pod/types.ts';

/** A profile's change to the security context of the debug container. */
export type SecurityChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'replace'; readonly securityContext?: SecurityContext }
  | { readonly kind: 'add-capabilities'; readonly capabilities: readonly string[] }
  | { readonly kind: 'privileged' };

/** The effect of a profile in each of the three modes. */
export interface Profile {
  readonly ephemeral: SecurityChange;
  readonly copy: {
    readonly security: SecurityChange;
    /** `unless-kept` drops what no `--keep-…` flag names; `labels` drops the labels and ignores those flags. */
    readonly strips: 'unless-kept' | 'labels';
    /** Whether the containers of the copy share a PID namespace, unless the pod or a flag decides. */
    readonly sharesProcesses: boolean;
  };
  readonly node: {
    readonly security: SecurityChange;
    /** Whether the pod uses the network, PID and IPC namespaces of the node. */
    readonly hostNamespaces: boolean;
    /** Whether the node's file system is mounted at `/host`. */
    readonly hostRoot: boolean;
  };
}

const KEEP = { kind: 'keep' } as const;
const NO_SECURITY_CONTEXT = { kind: 'replace' } as const;
const PTRACE = { kind: 'add-capabilities', capabilities: ['SYS_PTRACE'] } as const;
const NETWORK = { kind: 'add-capabilities', capabilities: ['NET_ADMIN', 'NET_RAW'] } as const;
const PRIVILEGED = { kind: 'privileged' } as const;
/** The requirements of the restricted Pod Security Standard. */
const RESTRICTED = {
  kind: 'replace',
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  },
} as const;

const COPY = { strips: 'unless-kept', sharesProcesses: true } as const;
const ISOLATED = { hostNamespaces: false, hostRoot: false } as const;
const HOST = { hostNamespaces: true, hostRoot: true } as const;

/**
 * The profiles of `kubectl debug` (KEP-1441). The differential tests compare each one in each mode with the objects
 * that kubectl makes.
 */
export const PROFILES = {
  general: {
    ephemeral: PTRACE,
    copy: { security: PTRACE, ...COPY },
    node: { security: KEEP, ...HOST },
  },
  baseline: {
    ephemeral: NO_SECURITY_CONTEXT,
    copy: { security: NO_SECURITY_CONTEXT, ...COPY },
    node: { security: NO_SECURITY_CONTEXT, ...ISOLATED },
  },
  restricted: {
    ephemeral: RESTRICTED,
    copy: { security: RESTRICTED, ...COPY },
    node: { security: RESTRICTED, ...ISOLATED },
  },
  netadmin: {
    ephemeral: NETWORK,
    copy: { security: NETWORK, ...COPY },
    node: { security: NETWORK, hostNamespaces: true, hostRoot: false },
  },
  sysadmin: {
    ephemeral: PRIVILEGED,
    copy: { security: PRIVILEGED, ...COPY },
    node: { security: PRIVILEGED, ...HOST },
  },
  legacy: {
    ephemeral: KEEP,
    copy: { security: KEEP, strips: 'labels', sharesProcesses: false },
    node: { security: KEEP, ...HOST },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(PROFILES, text);
}

/** The profiles that we propose: all but `legacy`, which kubectl is about to drop. */
export const PROPOSED_PROFILES: readonly ProfileName[] = Object.keys(PROFILES).filter(
  (name): name is ProfileName => isProfileName(name) && name !== 'legacy',
);

/** Reads `--profile`. Throws `usage`. */
export function parseProfileName(text: string): ProfileName {
  if (isProfileName(text)) return text;
  throw new CliError('usage', `unknown profile: ${text}`, {
    hint: `use one of ${Object.keys(PROFILES).join(', ')}`,
  });
}

function addCapabilities(capabilities: Capabilities | undefined, added: readonly string[]): Capabilities {
  return { ...capabilities, add: [...(capabilities?.add ?? []), ...added] };
}

/** Applies the change of a profile to a security context; undefined means none. */
export function changeSecurityContext(
  before: SecurityContext | undefined,
  change: SecurityChange,
): SecurityContext | undefined {
  switch (change.kind) {
    case 'keep':
      return before;
    case 'replace':
      return change.securityContext;
    case 'add-capabilities':
      return { ...before, capabilities: addCapabilities(before?.capabilities, change.capabilities) };
    case 'privileged':
      return { ...before, privileged: true };
  }
}

/** kubectl's warning about a profile, in its words. */
export function profileWarnings(profile: ProfileName): readonly string[] {
  if (profile !== 'legacy') return [];
  return [
    '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".',
  ];
}
