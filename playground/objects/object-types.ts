import type { FieldType } from '../pods/field-types.ts';
import type { PlainResource } from '../store/objects.ts';

function anyFields(...names: readonly string[]): Readonly<Record<string, FieldType>> {
  return Object.fromEntries(names.map((name) => [name, 'any']));
}

const COMMON = { apiVersion: 'string', kind: 'string', metadata: 'any' } as const;
const STRINGS: FieldType = { list: 'string' };
const RULE: FieldType = {
  fields: {
    apiGroups: STRINGS,
    resources: STRINGS,
    resourceNames: STRINGS,
    nonResourceURLs: STRINGS,
    verbs: STRINGS,
  },
};
const ROLE: FieldType = { fields: { ...COMMON, rules: { list: RULE } } };
const BINDING: FieldType = {
  fields: {
    ...COMMON,
    roleRef: { fields: { apiGroup: 'string', kind: 'string', name: 'string' } },
    subjects: {
      list: { fields: { apiGroup: 'string', kind: 'string', name: 'string', namespace: 'string' } },
    },
  },
};

const JOB_SPEC = [
  ...['activeDeadlineSeconds', 'backoffLimit', 'backoffLimitPerIndex', 'completionMode', 'completions'],
  ...['managedBy', 'manualSelector', 'maxFailedIndexes', 'parallelism', 'podFailurePolicy'],
  ...['podReplacementPolicy', 'selector', 'successPolicy', 'suspend', 'template', 'ttlSecondsAfterFinished'],
];

/** The fields of plain objects, as deep as the playground reads them. */
export const OBJECT_TYPES: Readonly<Record<PlainResource, FieldType>> = {
  configmaps: { fields: { ...COMMON, ...anyFields('data', 'binaryData'), immutable: 'boolean' } },
  serviceaccounts: {
    fields: {
      ...COMMON,
      ...anyFields('secrets', 'imagePullSecrets'),
      automountServiceAccountToken: 'boolean',
    },
  },
  roles: ROLE,
  rolebindings: BINDING,
  clusterroles: { fields: { ...COMMON, rules: { list: RULE }, aggregationRule: 'any' } },
  clusterrolebindings: BINDING,
  jobs: { fields: { ...COMMON, spec: { fields: anyFields(...JOB_SPEC) }, status: 'any' } },
};
