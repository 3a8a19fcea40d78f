import type { ImageReference } from '../../pod/images/image-reference.ts';
import {
  coverageOf,
  isPullSecretType,
  type Coverage,
  type SecretFields,
} from '../../pod/images/pull-secret.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import type { Shape } from '../objects/normalize-object.ts';
import { isApiError } from '../refusals/api-error.ts';

/** Names one secret. */
export interface SecretRef {
  readonly namespace: string;
  readonly name: string;
}

/** What is known of a pull secret; `refused`: the user may not read it, or the server answers with another error. */
export type PullSecretState = Coverage | { readonly kind: 'missing' | 'forbidden' | 'refused' };

const SECRET: Shape = { fields: { type: 'text', data: { map: 'text' } } };

/**
 * Reads what a pull secret has for an image. Throws if the server does not answer, and the reason of `signal`. The content
 * stays in this function.
 */
export async function readCoverage(
  cluster: Cluster,
  { ref, image }: { readonly ref: SecretRef; readonly image: ImageReference },
  signal: AbortSignal,
): Promise<PullSecretState> {
  const reading = cluster.requestJson<SecretFields>({
    method: 'GET',
    path: pathOf(ref),
    shape: SECRET,
    signal,
  });
  return unlessRefused(reading.then((secret) => coverageOf(secret, image)));
}

/** A pull secret, and what it has for an image. */
export interface NamedSecret {
  readonly name: string;
  readonly state: PullSecretState;
}

/** Reads what each of these pull secrets has for an image, in their order. Throws as `readCoverage`. */
export function readCoverages(
  cluster: Cluster,
  {
    namespace,
    names,
    image,
  }: { readonly namespace: string; readonly names: readonly string[]; readonly image: ImageReference },
  signal: AbortSignal,
): Promise<readonly NamedSecret[]> {
  const read = async (name: string): Promise<NamedSecret> => {
    const state = await readCoverage(cluster, { ref: { namespace, name }, image }, signal);
    return { name, state };
  };
  return Promise.all(names.map(read));
}

/** See https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables */
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json';
const TABLE_SHAPE: Shape = {
  fields: {
    type: 'text',
    columnDefinitions: { list: { fields: { name: 'text' } } },
    rows: { list: { fields: { cells: { list: 'any' } } } },
  },
};

interface Table {
  /** Only in a Secret, which a server sends that makes no tables. */
  readonly type?: string;
  readonly columnDefinitions?: readonly { readonly name?: string }[];
  readonly rows?: readonly { readonly cells?: readonly unknown[] }[];
}

/**
 * Whether a secret is there, and is a pull secret, without reading its content: as the row of a table that `kubectl get`
 * prints. Throws as `readCoverage`.
 */
export async function readPullSecretKind(
  cluster: Cluster,
  ref: SecretRef,
  signal: AbortSignal,
): Promise<Exclude<PullSecretState, Coverage> | { readonly kind: 'usable' } | NotAPullSecret> {
  const reading = cluster.requestJson<Table>({
    method: 'GET',
    path: pathOf(ref),
    query: { includeObject: 'None' },
    accept: TABLE,
    shape: TABLE_SHAPE,
    signal,
  });
  return unlessRefused(
    reading.then((table) => {
      const type = typeOf(table);
      return type === undefined || isPullSecretType(type)
        ? ({ kind: 'usable' } as const)
        : ({ kind: 'not-a-pull-secret', type } as const);
    }),
  );
}

type NotAPullSecret = Extract<Coverage, { kind: 'not-a-pull-secret' }>;

function typeOf({ type, columnDefinitions = [], rows = [] }: Table): string | undefined {
  const column = columnDefinitions.findIndex(({ name }) => name === 'Type');
  const cell = rows[0]?.cells?.[column];
  return type ?? (typeof cell === 'string' ? cell : undefined);
}

function pathOf({ namespace, name }: SecretRef): string {
  return apiPath('api', 'v1', 'namespaces', namespace, 'secrets', name);
}

interface ServiceAccount {
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
}

const SERVICE_ACCOUNT: Shape = { fields: { imagePullSecrets: { list: { fields: { name: 'text' } } } } };

/**
 * The names of the pull secrets that a service account gives to new pods without any; undefined if the user may not read
 * it, or it is not there. Throws if the server does not answer.
 * See https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/#add-imagepullsecrets-to-a-service-account
 */
export async function readSecretsOfAccount(
  cluster: Cluster,
  { namespace, name }: SecretRef,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const path = apiPath('api', 'v1', 'namespaces', namespace, 'serviceaccounts', name);
  const reading = cluster.requestJson<ServiceAccount>({
    method: 'GET',
    path,
    shape: SERVICE_ACCOUNT,
    signal,
  });
  try {
    return namesOf((await reading).imagePullSecrets);
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/** The names in `imagePullSecrets`. An entry may be empty. */
export function namesOf(secrets: readonly { readonly name?: string }[] = []): readonly string[] {
  return secrets.flatMap(({ name = '' }) => (name === '' ? [] : [name]));
}

async function unlessRefused<T>(
  reading: Promise<T>,
): Promise<T | { readonly kind: 'missing' | 'forbidden' | 'refused' }> {
  try {
    return await reading;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { kind: error.code === 404 ? 'missing' : error.code === 403 ? 'forbidden' : 'refused' };
  }
}
