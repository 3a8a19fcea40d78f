import { podRef } from '../../src/pod/pod-ref.ts';
import type { Pod } from '../../src/pod/types.ts';
import { isTrue } from '../api/request/api-request.ts';
import { badRequest } from '../api/request/status-error.ts';
import type { StreamOptions } from '../kubelet.ts';

/** Reads which streams an attach or an exec asks for. */
export function parseStreamOptions(pod: Pod, query: URLSearchParams): StreamOptions {
  return {
    container: chooseContainer(pod, query.get('container') ?? ''),
    stdin: isTrue(query.get('stdin')),
    stdout: isTrue(query.get('stdout')),
    stderr: isTrue(query.get('stderr')),
    tty: isTrue(query.get('tty')),
  };
}

/** The named container, else the only one. Throws `StatusError` 400. */
export function chooseContainer({ metadata, spec }: Pod, name: string): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((container) => container.name);
  const [only, ...others] = containers;
  if (name === '' && only !== undefined && others.length === 0) return only.name;
  const pod = metadata.name ?? '';
  if (name === '') {
    throw badRequest(
      `a container name must be specified for pod ${pod}, choose one of: [${names.join(' ')}]`,
    );
  }
  if (names.includes(name)) return name;
  throw badRequest(`container ${name} is not valid for pod ${pod}`);
}

/** Throws `StatusError` 400 for a pod without a node: no kubelet could answer. */
export function checkHasNode(pod: Pod): void {
  if ((pod.spec.nodeName ?? '') !== '') return;
  throw badRequest(`pod ${podRef(pod).name} does not have a host assigned`);
}
