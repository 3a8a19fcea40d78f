import { CliError } from '../../errors/cli-error.ts';
import type { Envelope } from '../../pod/containers/envelope.ts';
import type { EnvVar } from '../../pod/types.ts';
import type { CustomContainer } from '../custom/custom.ts';
import type { Likeness } from './like-target.ts';
import type { ProfileName } from '../security/profiles.ts';
import type { SecurityFlags } from '../security/security-flags.ts';

/** The values that `imagePullPolicy` may have in the API. */
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

type ImagePullPolicy = (typeof PULL_POLICIES)[number];

/**
 * What the user asked of the debug container, whatever the mode that it starts in. Where kubectl takes an empty
 * text for none (`-c ''`, `--image=`, `--target=`), the field is absent.
 */
export interface DebugRequest {
  readonly image?: string;
  /** A name is made up without one. */
  readonly containerName?: string;
  /** Who asks, as the system knows the person: part of a name that is made up, so that others know whose it is. */
  readonly user?: string;
  /** The container whose PID namespace the debug container joins; for ephemeral containers only. */
  readonly target?: string;
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether a session of ours will be attached; `--attach=false` and `--dry-run` say no. */
  readonly attach: boolean;
  /** Whether the container is waited for, so that one which cannot start is refused; so it is where it is attached. */
  readonly waits: boolean;
  /** All that was typed after `--`. */
  readonly command: readonly string[];
  /** What will be run by exec in a container that `command` only keeps, for a root that is opened then. */
  readonly keptFor?: readonly string[];
  /** Whether `command` goes to the image's entrypoint as arguments instead of replacing it. */
  readonly argumentsOnly: boolean;
  /** Run the command in the target's root, and say there what that means, or only why it fails. */
  readonly rootfs?: 'said' | 'quiet';
  /** What proves the output of the command complete; without it the container is the one of `kubectl debug`. */
  readonly envelope?: Envelope | undefined;
  readonly env: readonly EnvVar[];
  readonly imagePullPolicy?: ImagePullPolicy;
  readonly profile: ProfileName;
  /** Whether a stricter profile may take its place where Pod Security refuses it: nobody named one. */
  readonly adaptsProfile?: boolean;
  /** Go over what the profile made. */
  readonly security?: SecurityFlags;
  /** What the debug container gets of a container of the pod. */
  readonly like?: Likeness;
  /** Goes over what the profile and all flags made. */
  readonly custom?: CustomContainer;
}

/** Reads `--image-pull-policy`; an empty text leaves it to the server, as kubectl's does. Throws `usage`. */
export function parseImagePullPolicy(text: string): ImagePullPolicy | undefined {
  if (text === '') return undefined;
  const policy = PULL_POLICIES.find((known) => known === text);
  if (policy !== undefined) return policy;
  throw new CliError('usage', `invalid image pull policy: ${text}`, {
    hint: `use one of ${PULL_POLICIES.join(', ')}`,
  });
}
