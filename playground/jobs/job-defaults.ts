import { isJsonObject, type JsonObject, valueAt } from '../json.ts';
import { applyContainerDefaults } from '../pods/pod-spec-defaults.ts';
import type { Container } from '../../src/pod/types.ts';
import type { PlainObject } from '../store/objects.ts';

/** The label by which a Job finds its pods. Its value is the Job's uid. */
const CONTROLLER_LABEL = 'batch.kubernetes.io/controller-uid';

/** Means no limit: a Job with a limit for each index has none for all. */
const NO_LIMIT = 2_147_483_647;

const TEMPLATE_DEFAULTS = {
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};

/**
 * A new Job with the server's defaults, and the labels by which it finds its pods.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/
 */
export function applyJobDefaults(job: PlainObject): PlainObject {
  const { uid = '', name = '' } = job.metadata;
  const labels = {
    [CONTROLLER_LABEL]: uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const given = isJsonObject(job['spec']) ? job['spec'] : {};
  const hasIndexLimit = typeof given['backoffLimitPerIndex'] === 'number';
  const spec = {
    parallelism: 1,
    ...(given['parallelism'] === undefined && given['completions'] === undefined ? { completions: 1 } : {}),
    backoffLimit: hasIndexLimit ? NO_LIMIT : 6,
    completionMode: 'NonIndexed',
    manualSelector: false,
    suspend: false,
    podReplacementPolicy: given['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
    selector: { matchLabels: { [CONTROLLER_LABEL]: uid } },
    ...given,
    template: completeTemplate(given['template'], labels),
  };
  const metadata = { ...job.metadata, generation: 1, labels: { ...job.metadata.labels, ...labels } };
  return { metadata, spec, status: {} };
}

function completeTemplate(template: unknown, labels: Readonly<Record<string, string>>): JsonObject {
  const given = valueAt(template, 'metadata.labels');
  const metadata = valueAt(template, 'metadata');
  const spec = valueAt(template, 'spec');
  return {
    metadata: {
      ...(isJsonObject(metadata) ? metadata : {}),
      labels: { ...(isJsonObject(given) ? given : {}), ...labels },
    },
    spec: {
      ...TEMPLATE_DEFAULTS,
      ...(isJsonObject(spec) ? spec : {}),
      ...completeContainers(spec, 'initContainers'),
      ...completeContainers(spec, 'containers'),
    },
  };
}

function completeContainers(spec: unknown, field: string): JsonObject {
  const containers = valueAt(spec, field);
  if (!Array.isArray(containers)) return {};
  return {
    [field]: containers.map((container: unknown) =>
      // A wrong container is refused when the Job makes a pod of it.
      isJsonObject(container) ? applyContainerDefaults(container as unknown as Container) : container,
    ),
  };
}
