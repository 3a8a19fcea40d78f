import type { SecurityContext } from '../../pod/types.ts';
import { changeSecurityContext, PROFILES, type ProfileName } from './profiles.ts';

type Level = 'privileged' | 'baseline' | 'restricted';

/** What each level asks of the security context of an ephemeral container, as far as profiles differ in it. */
const PASSES: Readonly<Record<Level, (context: SecurityContext) => boolean>> = {
  privileged: () => true,
  baseline: ({ privileged, capabilities }) => privileged !== true && (capabilities?.add ?? []).length === 0,
  restricted: ({ allowPrivilegeEscalation, capabilities, runAsNonRoot }) =>
    allowPrivilegeEscalation === false && runAsNonRoot === true && (capabilities?.drop ?? []).includes('ALL'),
};

/** `legacy` is left out: kubectl is about to drop it. */
const PROFILE_NAMES: readonly ProfileName[] = ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin'];

/**
 * The profiles whose debug container a Pod Security level lets pass, in a pod that keeps to the level itself. No profile
 * adds one of the capabilities that baseline allows.
 * See https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function allowedProfiles(level: Level): readonly ProfileName[] {
  return PROFILE_NAMES.filter((name) =>
    PASSES[level](changeSecurityContext(undefined, PROFILES[name].ephemeral) ?? {}),
  );
}
