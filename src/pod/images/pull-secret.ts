import type { ImageReference } from './image-reference.ts';
import { matchesRegistry } from './match-registry.ts';

/** The fields of a core/v1 Secret that say which registries it is for. Their content is never shown. */
export interface SecretFields {
  readonly type?: string;
  /** Base64. */
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * What a pull secret has for an image. `no-password`: an entry without one, as in a config.json that keeps passwords in a
 * credential store; `other-registries`: no entry; `not-a-pull-secret`: the kubelet ignores secrets of its type.
 */
export type Coverage =
  | { readonly kind: 'credentials' | 'no-password' | 'other-registries' | 'unreadable' }
  | { readonly kind: 'not-a-pull-secret'; readonly type: string };

interface Place {
  readonly key: string;
  readonly member?: string;
}

/** Where each type of a pull secret has its entries; the older type has them at the top. */
const ENTRIES: Readonly<Record<string, Place>> = {
  'kubernetes.io/dockerconfigjson': { key: '.dockerconfigjson', member: 'auths' },
  'kubernetes.io/dockercfg': { key: '.dockercfg' },
};

/** Whether the kubelet reads secrets of this type for pulls. */
export function isPullSecretType(type: string): boolean {
  return Object.hasOwn(ENTRIES, type);
}

/**
 * What the secret has for the image, by the rules of the kubelet.
 * See https://kubernetes.io/docs/tasks/configure-pod-container/pull-image-private-registry/
 */
export function coverageOf(secret: SecretFields, image: ImageReference): Coverage {
  const { type = 'Opaque' } = secret;
  if (!isPullSecretType(type)) return { kind: 'not-a-pull-secret', type };
  const entries = entriesOf(secret, ENTRIES[type]);
  if (entries === undefined) return { kind: 'unreadable' };
  const matching = Object.entries(entries).filter(([key]) => matchesRegistry(key, image));
  if (matching.length === 0) return { kind: 'other-registries' };
  return { kind: matching.some(([, entry]) => hasPassword(entry)) ? 'credentials' : 'no-password' };
}

function entriesOf({ data = {} }: SecretFields, place: Place | undefined): Fields | undefined {
  const config = parseObject(data[place?.key ?? ''] ?? '');
  return config === undefined || place?.member === undefined ? config : asObject(config[place.member] ?? {});
}

/** The kubelet reads these fields only; a token of a credential helper is none of them. */
function hasPassword(entry: unknown): boolean {
  const { auth, username } = asObject(entry) ?? {};
  return [auth, username].some((text) => typeof text === 'string' && text !== '');
}

type Fields = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function parseObject(base64: string): Fields | undefined {
  try {
    return asObject(JSON.parse(Buffer.from(base64, 'base64').toString()));
  } catch {
    // The error of JSON.parse quotes the text, which is secret.
    return undefined;
  }
}
