import { isJsonObject, type JsonObject, listAt, valueAt } from '../json.ts';
import type { PlainObject } from '../store/objects.ts';

export const INDEX_LABEL = 'batch.kubernetes.io/job-completion-index';
const FAILURES_ANNOTATION = 'batch.kubernetes.io/job-index-failure-count';

/** A pod that a Job is to make; `index` is undefined for a Job without indexes. */
export interface NewJobPod {
  readonly index: number | undefined;
  /** How often this index has failed. */
  readonly failures: number;
}

/** The pod of a Job's template, as the body of a request, with what an Indexed Job adds. */
export function jobPodBody(job: PlainObject, { index, failures }: NewJobPod): JsonObject {
  const { name = '', uid = '' } = job.metadata;
  const template = valueAt(job, 'spec.template');
  const prefix = index === undefined ? name : `${name}-${index}`;
  const completion = index === undefined ? {} : { [INDEX_LABEL]: String(index) };
  const counted = index === undefined ? {} : { [FAILURES_ANNOTATION]: String(failures) };
  return {
    kind: 'Pod',
    metadata: {
      generateName: `${prefix}-`,
      labels: { ...objectAt(template, 'metadata.labels'), ...completion },
      annotations: { ...objectAt(template, 'metadata.annotations'), ...completion, ...counted },
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      ...objectAt(template, 'spec'),
      ...(index === undefined
        ? {}
        : {
            hostname: prefix,
            ...withIndex(template, 'initContainers'),
            ...withIndex(template, 'containers'),
          }),
    },
  };
}

const INDEX_VARIABLE = {
  name: 'JOB_COMPLETION_INDEX',
  valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${INDEX_LABEL}']` } },
};

function withIndex(template: unknown, field: string): JsonObject {
  const containers = listAt(template, `spec.${field}`);
  if (containers.length === 0) return {};
  return {
    [field]: containers.map((container) => {
      const env = listAt(container, 'env');
      const isGiven = env.some(({ name }) => name === INDEX_VARIABLE.name);
      return isGiven ? container : { ...container, env: [...env, INDEX_VARIABLE] };
    }),
  };
}

function objectAt(value: unknown, path: string): JsonObject {
  const found = valueAt(value, path);
  return isJsonObject(found) ? found : {};
}
