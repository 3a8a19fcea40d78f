import { MASK } from '../../cluster/requests/masked-headers.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import type { Pod } from '../../pod/types.ts';
import { maskObject } from './mask-object.ts';
import { maskText } from './mask-text.ts';
import { maskWords } from './mask-words.ts';
import { isSecretName } from './secret-name.ts';

/** Takes secrets out of what is known of one pod. */
export interface Masker {
  readonly text: (text: string) => string;
  readonly words: (words: readonly string[]) => readonly string[];
  readonly object: <T extends object>(object: T) => T;
}

/** A shorter value would be found everywhere. */
const LEAST_LETTERS = 6;

/** The values of variables whose names say that they are secret: a program may repeat them in its command line. */
function knownSecrets(pod: Pod): readonly string[] {
  const values = listContainers(pod).flatMap(({ spec }) =>
    (spec.env ?? []).flatMap(({ name, value = '' }) => (isSecretName(name) ? [value] : [])),
  );
  const long = values.filter((value) => value.length >= LEAST_LETTERS && !value.includes('$('));
  return [...new Set(long)].toSorted((one, other) => other.length - one.length);
}

/** Makes the masker of a pod. It knows the pod's own secrets, and so finds them where nothing tells of them. */
export function makeMasker(pod: Pod): Masker {
  const secrets = knownSecrets(pod);
  const withoutKnown = (text: string): string =>
    secrets.reduce((so, secret) => so.replaceAll(secret, MASK), text);
  const strings = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutKnown(value);
    if (Array.isArray(value)) return value.map(strings);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strings(part)]));
  };
  return {
    text: (text) => withoutKnown(maskText(text)),
    words: (words) => maskWords(words).map(withoutKnown),
    object: (object) =>
      secrets.length === 0 ? maskObject(object) : maskObject(strings(object) as typeof object),
  };
}
