import { CliError } from '../../errors/cli-error.ts';
import type { Envelope } from '../../pod/containers/envelope.ts';
import type { Saying } from '../../pod/containers/link-files.ts';
import type { EnvVar } from '../../pod/types.ts';
import type { CustomContainer } from '../custom/custom.ts';
import type { Likeness } from './like-target.ts';
import type { ProfileName } from '../security/profiles.ts';
import type { SecurityFlags } from '../security/security-flags.ts';

/** The values that `imagePullPolicy` may have in the API. */
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

type ImagePullPolicy = (typeof PULL_POLICIES)[number];

/** The names of `--image-pull-secret`. */
export interface PullSecrets {
  /** At least one. */
  readonly names: readonly string[];
  /** Whether this call names them; a default is left out where it cannot be used. */
  readonly isTyped: boolean;
}

/**
 * The user's request for a debug container, in any of the three modes. A field is absent where kubectl takes an empty
 * text for none (`-c ''`, `--image=`, `--target=`).
 */
export interface DebugRequest {
  readonly image?: string;
  /** Without it a name is generated. */
  readonly containerName?: string;
  /** The login name of the user, for the generated name: others can see who added the container. */
  readonly user?: string;
  /** The container whose PID namespace the debug container joins; for ephemeral containers only. */
  readonly target?: string;
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether a session will be attached; false with `--attach=false` and `--dry-run`. */
  readonly attach: boolean;
  /** Whether to wait for the container, and so to refuse one that cannot start. True with `attach`. */
  readonly waits: boolean;
  /** The words after `--`. */
  readonly command: readonly string[];
  /** With `rootfs` in a keeper: the command to run by exec, as `command` is the keeper's own. */
  readonly keptFor?: readonly string[];
  /** Whether `command` is the arguments of the image's entrypoint instead of its replacement. */
  readonly argumentsOnly: boolean;
  /** Runs the command in the target's root. `said` explains there what that means, `quiet` says only why it fails. */
  readonly rootfs?: 'said' | 'quiet';
  /** Links the files of other containers in the envelope of a shell, if there is one. */
  readonly links?: Saying;
  /** Proves that the output of the command is complete. Without it the container is the one of `kubectl debug`. */
  readonly envelope?: Envelope | undefined;
  /** Set once a Windows node or pod is known; the request is then fitted to it. */
  readonly os?: 'windows';
  readonly env: readonly EnvVar[];
  /** Why the user debugs: one line, which others may read. */
  readonly reason?: string;
  readonly imagePullPolicy?: ImagePullPolicy;
  /** For copies and node pods: an ephemeral container has only the pull secrets of its pod. */
  readonly pullSecrets?: PullSecrets | undefined;
  readonly profile: ProfileName;
  /** Whether a stricter profile may replace it when Pod Security refuses it: the user named none. */
  readonly adaptsProfile?: boolean;
  /** Overrides the profile. */
  readonly security?: SecurityFlags;
  /** What the debug container copies from a container of the pod. */
  readonly like?: Likeness;
  /** Overrides the profile and all flags. */
  readonly custom?: CustomContainer;
}

/** Reads `--image-pull-policy`. As in kubectl, an empty text leaves it to the server. Throws `usage`. */
export function parseImagePullPolicy(text: string): ImagePullPolicy | undefined {
  if (text === '') return undefined;
  const policy = PULL_POLICIES.find((known) => known === text);
  if (policy !== undefined) return policy;
  throw new CliError('usage', `invalid image pull policy: ${text}`, {
    hint: `use one of ${PULL_POLICIES.join(', ')}`,
  });
}
