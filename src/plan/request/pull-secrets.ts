import type { PodSpec } from '../../pod/types.ts';
import type { DebugRequest } from './debug-request.ts';

/** The pull secrets of a new pod: those that its spec has, and then those of the request, each once. */
export function withPullSecrets(
  own: PodSpec['imagePullSecrets'],
  { pullSecrets }: Pick<DebugRequest, 'pullSecrets'>,
): Pick<PodSpec, 'imagePullSecrets'> {
  if (pullSecrets === undefined) return own === undefined ? {} : { imagePullSecrets: own };
  const before = own ?? [];
  const added = pullSecrets.names.filter((name) => before.every((secret) => secret.name !== name));
  return { imagePullSecrets: [...before, ...added.map((name) => ({ name }))] };
}
