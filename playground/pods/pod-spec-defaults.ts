import type { Container, EphemeralContainer, PodSpec } from '../../src/pod/types.ts';

/** The defaults of every kind of container. */
const CONTAINER_DEFAULTS = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

const SPEC_DEFAULTS = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  serviceAccountName: 'default',
  serviceAccount: 'default',
  securityContext: {},
  schedulerName: 'default-scheduler',
  priority: 0,
  enableServiceLinks: true,
  preemptionPolicy: 'PreemptLowerPriority',
};

/**
 * A pod's spec with the server's defaults. Fields that are set keep their values.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export function applySpecDefaults(spec: PodSpec): PodSpec {
  const { initContainers } = spec;
  return {
    ...SPEC_DEFAULTS,
    ...spec,
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(applyContainerDefaults) }),
    containers: spec.containers.map(applyContainerDefaults),
  };
}

/** A container with the server's defaults; an ephemeral one gets the same. */
export function applyContainerDefaults<T extends Container | EphemeralContainer>(container: T): T {
  return {
    ...CONTAINER_DEFAULTS,
    imagePullPolicy: defaultPullPolicy(container.image ?? ''),
    ...container,
  };
}

/**
 * `Always` for the tag `latest` and for no tag, else `IfNotPresent`; a digest counts as a tag.
 * See https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
 */
function defaultPullPolicy(image: string): string {
  const [path = '', digest] = image.split('@');
  const tag = /:([^/:]+)$/.exec(path)?.[1];
  const isLatest = tag === 'latest' || (tag === undefined && digest === undefined);
  return isLatest ? 'Always' : 'IfNotPresent';
}
