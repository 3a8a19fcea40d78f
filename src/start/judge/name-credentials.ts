import type { Cluster } from '../../cluster/cluster.ts';
import {
  namesOf,
  readCoverages,
  readSecretsOfAccount,
  type NamedSecret,
  type PullSecretState,
} from '../../cluster/api/pull-secrets.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import { parseImageReference, type ImageReference } from '../../pod/images/image-reference.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { explainDenial } from './image-failures.ts';

/** An error, and the container that it is about. */
interface FailedStart {
  readonly error: unknown;
  readonly pod: Pod | undefined;
  readonly container: { readonly name: string; readonly image?: string };
}

/**
 * Adds to an `image-denied` failure what the pull secrets of the pod have for the registry, and a secret of its service
 * account that has more, as far as the user may read them. Returns any other error unchanged. Throws the reason of `signal`.
 */
export async function nameCredentials(
  cluster: Cluster,
  { error, pod, container }: FailedStart,
  signal: AbortSignal,
): Promise<unknown> {
  if (!isCliError(error) || error.kind !== 'image-denied' || pod === undefined) return error;
  const { image: name = '' } = container;
  const image = parseImageReference(name);
  const names = namesOf(pod.spec.imagePullSecrets);
  try {
    const { namespace } = podRef(pod);
    const own = await readCoverages(cluster, { namespace, names, image }, signal);
    const wanted = await findWanted(cluster, { pod, names, image }, signal);
    const secrets = own.map((secret) => describe(secret, image)).join('; ');
    const isInNewPod = !(pod.spec.ephemeralContainers ?? []).some((one) => one.name === container.name);
    const { hint } = explainDenial({ ...podRef(pod), image: name, isInNewPod }, { secrets, wanted });
    return new CliError(error.kind, error.message, { hint, cause: error });
  } catch (failure) {
    signal.throwIfAborted();
    if (isCliError(failure)) return error; // the server does not answer; the first error matters more
    throw failure;
  }
}

interface Question {
  readonly pod: Pod;
  /** Its pull secrets. */
  readonly names: readonly string[];
  readonly image: ImageReference;
}

/** A secret of the service account that has credentials for the image: the account may have got it after the pod was made. */
async function findWanted(
  cluster: Cluster,
  { pod, names, image }: Question,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { namespace } = podRef(pod);
  const account = { namespace, name: pod.spec.serviceAccountName ?? 'default' };
  const ofAccount = (await readSecretsOfAccount(cluster, account, signal)) ?? [];
  const others = ofAccount.filter((name) => !names.includes(name));
  const read = await readCoverages(cluster, { namespace, names: others, image }, signal);
  return read.find(({ state }) => state.kind === 'credentials')?.name;
}

const WORDS: Readonly<Record<PullSecretState['kind'], (registry: string) => string>> = {
  credentials: (registry) => `has credentials for ${registry}, which refuses them, or has no such image`,
  'no-password': (registry) => `has an entry for ${registry} without a password`,
  'other-registries': (registry) => `has nothing for ${registry}`,
  unreadable: () => 'has content that the node cannot read',
  'not-a-pull-secret': () => 'is of a type that the node ignores',
  missing: () => 'does not exist',
  forbidden: () => 'may not be read by you',
  refused: () => 'could not be read',
};

function describe({ name, state }: NamedSecret, { registry }: ImageReference): string {
  return `${shellNames([name])} ${WORDS[state.kind](registry)}`;
}
