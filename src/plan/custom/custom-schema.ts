/**
 * How to read and merge a field of the API's `Container`. An `optional` scalar is a pointer in the API, so its zero
 * value (`false`, `0`, an empty text) counts. As in kubectl, any other zero value is dropped, and so are `null` and
 * empty lists and maps.
 */
export type FieldSchema =
  | { readonly kind: 'text' | 'integer' | 'boolean' | 'port' | 'quantity'; readonly optional?: true }
  /** A list with a key is merged item by item (`patchMergeKey`); any other is replaced. */
  | { readonly kind: 'list'; readonly of: FieldSchema; readonly mergeKey?: string }
  | { readonly kind: 'map'; readonly of: FieldSchema }
  | { readonly kind: 'struct'; readonly fields: Fields }
  /** Accepts only a zero value. */
  | { readonly kind: 'forbidden'; readonly optional?: true };

export type Fields = Readonly<Record<string, FieldSchema>>;

const FORBIDDEN = { kind: 'forbidden' } as const;
const TEXT = { kind: 'text' } as const;
const INTEGER = { kind: 'integer' } as const;
const BOOLEAN = { kind: 'boolean' } as const;
const OPTIONAL_TEXT = { kind: 'text', optional: true } as const;
const OPTIONAL_INTEGER = { kind: 'integer', optional: true } as const;
const OPTIONAL_BOOLEAN = { kind: 'boolean', optional: true } as const;
const PORT = { kind: 'port' } as const;
const TEXTS = { kind: 'list', of: TEXT } as const;
const QUANTITIES = { kind: 'map', of: { kind: 'quantity' } } as const;

function struct<F extends Fields>(fields: F): { readonly kind: 'struct'; readonly fields: F } {
  return { kind: 'struct', fields };
}

function list<F extends Fields>(fields: F, mergeKey?: keyof F & string): FieldSchema {
  return { kind: 'list', of: struct(fields), ...(mergeKey !== undefined && { mergeKey }) };
}

const KEY_REF = struct({ name: TEXT, key: TEXT, optional: OPTIONAL_BOOLEAN });
const OBJECT_REF = struct({ name: TEXT, optional: OPTIONAL_BOOLEAN });

const ENV = list(
  {
    name: TEXT,
    value: TEXT,
    valueFrom: struct({
      fieldRef: struct({ apiVersion: TEXT, fieldPath: TEXT }),
      resourceFieldRef: struct({ containerName: TEXT, resource: TEXT, divisor: { kind: 'quantity' } }),
      configMapKeyRef: KEY_REF,
      secretKeyRef: KEY_REF,
      fileKeyRef: struct({ volumeName: TEXT, path: TEXT, key: TEXT, optional: OPTIONAL_BOOLEAN }),
    }),
  },
  'name',
);

const VOLUME_MOUNTS = list(
  {
    name: TEXT,
    readOnly: BOOLEAN,
    recursiveReadOnly: OPTIONAL_TEXT,
    mountPath: TEXT,
    subPath: TEXT,
    mountPropagation: OPTIONAL_TEXT,
    subPathExpr: TEXT,
    bindMountOptions: TEXTS,
  },
  'mountPath',
);

const PORTS = list(
  { name: TEXT, hostPort: INTEGER, containerPort: INTEGER, protocol: TEXT, hostIP: TEXT },
  'containerPort',
);

const PROBE = struct({
  exec: struct({ command: TEXTS }),
  httpGet: struct({
    path: TEXT,
    port: PORT,
    host: TEXT,
    scheme: TEXT,
    httpHeaders: list({ name: TEXT, value: TEXT }),
    protocol: OPTIONAL_TEXT,
  }),
  tcpSocket: struct({ port: PORT, host: TEXT }),
  grpc: struct({ port: INTEGER, service: OPTIONAL_TEXT, mode: OPTIONAL_TEXT }),
  initialDelaySeconds: INTEGER,
  timeoutSeconds: INTEGER,
  periodSeconds: INTEGER,
  successThreshold: INTEGER,
  failureThreshold: INTEGER,
  terminationGracePeriodSeconds: OPTIONAL_INTEGER,
});

const PROFILE = struct({ type: TEXT, localhostProfile: OPTIONAL_TEXT });

const SECURITY_CONTEXT = struct({
  capabilities: struct({ add: TEXTS, drop: TEXTS }),
  privileged: OPTIONAL_BOOLEAN,
  seLinuxOptions: struct({ user: TEXT, role: TEXT, type: TEXT, level: TEXT }),
  windowsOptions: struct({
    gmsaCredentialSpecName: OPTIONAL_TEXT,
    gmsaCredentialSpec: OPTIONAL_TEXT,
    runAsUserName: OPTIONAL_TEXT,
    hostProcess: OPTIONAL_BOOLEAN,
  }),
  runAsUser: OPTIONAL_INTEGER,
  runAsGroup: OPTIONAL_INTEGER,
  runAsNonRoot: OPTIONAL_BOOLEAN,
  readOnlyRootFilesystem: OPTIONAL_BOOLEAN,
  allowPrivilegeEscalation: OPTIONAL_BOOLEAN,
  procMount: OPTIONAL_TEXT,
  seccompProfile: PROFILE,
  appArmorProfile: PROFILE,
});

/**
 * The fields of a container that `--custom` may set, and the five that it may not.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container
 */
export const CUSTOM_CONTAINER = struct({
  name: FORBIDDEN,
  image: FORBIDDEN,
  command: FORBIDDEN,
  args: TEXTS,
  workingDir: TEXT,
  ports: PORTS,
  envFrom: list({ prefix: TEXT, configMapRef: OBJECT_REF, secretRef: OBJECT_REF }),
  env: ENV,
  resources: struct({
    limits: QUANTITIES,
    requests: QUANTITIES,
    claims: list({ name: TEXT, request: TEXT }),
  }),
  resizePolicy: list({ resourceName: TEXT, restartPolicy: TEXT }),
  restartPolicy: OPTIONAL_TEXT,
  restartPolicyRules: list({
    action: TEXT,
    exitCodes: struct({ operator: TEXT, values: { kind: 'list', of: INTEGER } }),
  }),
  volumeMounts: VOLUME_MOUNTS,
  volumeDevices: FORBIDDEN,
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  startupProbe: PROBE,
  lifecycle: { kind: 'forbidden', optional: true },
  terminationMessagePath: TEXT,
  terminationMessagePolicy: TEXT,
  imagePullPolicy: TEXT,
  securityContext: SECURITY_CONTEXT,
  stdin: BOOLEAN,
  stdinOnce: BOOLEAN,
  tty: BOOLEAN,
});
