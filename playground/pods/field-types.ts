/** The type of one field: the name of a plain type, or the types in a list or an object. */
export type FieldType =
  | 'string'
  | 'boolean'
  | 'integer'
  /** Known, but not checked inside. */
  | 'any'
  | { readonly list: FieldType }
  | { readonly fields: Readonly<Record<string, FieldType>> };

type Fields = Readonly<Record<string, FieldType>>;

const ANY_LIST: FieldType = { list: 'any' };
const STRINGS: FieldType = { list: 'string' };

function textFields(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'string']));
}

function anyFields(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'any']));
}

const ENV: FieldType = {
  fields: {
    ...textFields('name', 'value'),
    valueFrom: {
      fields: anyFields('configMapKeyRef', 'fieldRef', 'fileKeyRef', 'resourceFieldRef', 'secretKeyRef'),
    },
  },
};

const VOLUME_MOUNT: FieldType = {
  fields: {
    ...textFields('name', 'mountPath', 'subPath', 'subPathExpr', 'mountPropagation', 'recursiveReadOnly'),
    readOnly: 'boolean',
  },
};

const SECURITY_CONTEXT: FieldType = {
  fields: {
    capabilities: { fields: { add: STRINGS, drop: STRINGS } },
    seccompProfile: { fields: textFields('type', 'localhostProfile') },
    runAsUser: 'integer',
    runAsGroup: 'integer',
    runAsNonRoot: 'boolean',
    privileged: 'boolean',
    allowPrivilegeEscalation: 'boolean',
    readOnlyRootFilesystem: 'boolean',
    procMount: 'string',
    ...anyFields('appArmorProfile', 'seLinuxOptions', 'windowsOptions'),
  },
};

const CONTAINER_FIELDS: Fields = {
  ...textFields('name', 'image', 'workingDir', 'restartPolicy', 'imagePullPolicy'),
  ...textFields('terminationMessagePath', 'terminationMessagePolicy'),
  command: STRINGS,
  args: STRINGS,
  env: { list: ENV },
  volumeMounts: { list: VOLUME_MOUNT },
  volumeDevices: { list: { fields: textFields('name', 'devicePath') } },
  securityContext: SECURITY_CONTEXT,
  stdin: 'boolean',
  stdinOnce: 'boolean',
  tty: 'boolean',
  resources: { fields: anyFields('claims', 'limits', 'requests') },
  ports: ANY_LIST,
  envFrom: ANY_LIST,
  resizePolicy: ANY_LIST,
  restartPolicyRules: ANY_LIST,
  ...anyFields('lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'),
};

const METADATA: FieldType = {
  fields: {
    ...textFields('name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'),
    ...textFields('creationTimestamp', 'deletionTimestamp'),
    ...anyFields('labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields'),
    generation: 'integer',
    deletionGracePeriodSeconds: 'integer',
  },
};

const SPEC_FIELDS = [
  ...['activeDeadlineSeconds', 'affinity', 'automountServiceAccountToken', 'dnsConfig', 'dnsPolicy'],
  ...['enableServiceLinks', 'hostAliases', 'hostIPC', 'hostNetwork', 'hostPID', 'hostUsers', 'hostname'],
  ...['hostnameOverride', 'imagePullSecrets', 'nodeName', 'nodeSelector', 'os', 'overhead'],
  ...['preemptionPolicy', 'priority', 'priorityClassName', 'readinessGates', 'resourceClaims', 'resources'],
  ...['restartPolicy', 'runtimeClassName', 'schedulerName', 'schedulingGates', 'securityContext'],
  ...['serviceAccount', 'serviceAccountName', 'setHostnameAsFQDN', 'shareProcessNamespace', 'subdomain'],
  ...['terminationGracePeriodSeconds', 'tolerations', 'topologySpreadConstraints', 'volumes', 'workloadRef'],
];

/** The type of `spec.ephemeralContainers`. */
export const EPHEMERAL_CONTAINERS_TYPE: FieldType = {
  list: { fields: { ...CONTAINER_FIELDS, targetContainerName: 'string' } },
};

/** The fields of a Pod, as deep as the playground reads them. */
export const POD_TYPE: FieldType = {
  fields: {
    ...textFields('apiVersion', 'kind'),
    metadata: METADATA,
    spec: {
      fields: {
        ...anyFields(...SPEC_FIELDS),
        containers: { list: { fields: CONTAINER_FIELDS } },
        initContainers: { list: { fields: CONTAINER_FIELDS } },
        ephemeralContainers: EPHEMERAL_CONTAINERS_TYPE,
      },
    },
    status: 'any',
  },
};
