import type { Container, PodSpec } from '../../src/pod/types.ts';

const COMPUTE_RESOURCES = ['cpu', 'memory'] as const;

/**
 * The quality of service class of a new pod; a limit counts as the request if there is none.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/
 */
export function qosClass({ containers, initContainers = [] }: PodSpec): string {
  const all = [...initContainers, ...containers];
  if (all.every(isWithoutResources)) return 'BestEffort';
  return all.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

function isWithoutResources({ resources = {} }: Container): boolean {
  return COMPUTE_RESOURCES.every(
    (name) => resources.requests?.[name] === undefined && resources.limits?.[name] === undefined,
  );
}

function isGuaranteed({ resources = {} }: Container): boolean {
  return COMPUTE_RESOURCES.every((name) => {
    const limit = resources.limits?.[name];
    return limit !== undefined && (resources.requests?.[name] ?? limit) === limit;
  });
}
