import type { SecurityContext } from '../../pod/types.ts';
import { changeSecurityContext, PROFILES, PROPOSED_PROFILES, type ProfileName } from './profiles.ts';

type Level = 'privileged' | 'baseline' | 'restricted';

/** The rules of each level for the security context of an ephemeral container, as far as profiles differ in them. */
const PASSES: Readonly<Record<Level, (context: SecurityContext) => boolean>> = {
  privileged: () => true,
  baseline: ({ privileged, capabilities }) => privileged !== true && (capabilities?.add ?? []).length === 0,
  restricted: ({ allowPrivilegeEscalation, capabilities, runAsNonRoot }) =>
    allowPrivilegeEscalation === false && runAsNonRoot === true && (capabilities?.drop ?? []).includes('ALL'),
};

/**
 * The profiles whose debug container a Pod Security level allows, in a pod that itself fits the level. No profile adds
 * a capability that baseline allows.
 * See https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function allowedProfiles(level: Level): readonly ProfileName[] {
  return PROPOSED_PROFILES.filter((name) =>
    PASSES[level](changeSecurityContext(undefined, PROFILES[name].ephemeral) ?? {}),
  );
}
