import type { Shape } from './normalize-object.ts';

/**
 * The shapes of the API objects that this program reads; the types in `pod/types.ts` and `cluster/api` rely on
 * them. See https://kubernetes.io/docs/reference/kubernetes-api/
 */
const TEXT_LIST: Shape = { list: 'text' };
const TEXT_MAP: Shape = { map: 'text' };

/** Of every object. */
export const METADATA: Shape = {
  fields: {
    name: 'text',
    namespace: 'text',
    uid: 'text',
    resourceVersion: 'text',
    generation: 'number',
    creationTimestamp: 'time',
    deletionTimestamp: 'time',
    deletionGracePeriodSeconds: 'number',
    finalizers: TEXT_LIST,
    labels: TEXT_MAP,
    annotations: TEXT_MAP,
    ownerReferences: {
      list: {
        fields: { apiVersion: 'text', kind: 'text', name: 'text', uid: 'text', controller: 'flag' },
        needs: ['apiVersion', 'kind', 'name', 'uid'],
      },
    },
    managedFields: { list: { fields: { manager: 'text', operation: 'text', subresource: 'text' } } },
  },
};

/** The conditions of a status, with when each began. */
export const TIMED_CONDITIONS: Shape = {
  list: {
    fields: { type: 'text', status: 'text', reason: 'text', message: 'text', lastTransitionTime: 'time' },
    needs: ['type', 'status'],
  },
};

const RESOURCES: Shape = { fields: { requests: { map: 'quantity' }, limits: { map: 'quantity' } } };
/** Of the options of Windows only their presence is read. */
const SECURITY = { runAsUser: 'number', runAsGroup: 'number', runAsNonRoot: 'flag' } as const;
const SECURITY_OF_POD = { ...SECURITY, windowsOptions: { map: 'any' } } as const;

const PROBE: Shape = {
  fields: {
    exec: { fields: { command: TEXT_LIST } },
    httpGet: { fields: { path: 'text', port: 'port', scheme: 'text' }, needs: ['port'] },
    tcpSocket: { fields: { port: 'port' }, needs: ['port'] },
    grpc: { fields: { port: 'number' }, needs: ['port'] },
  },
};

/** Of regular, init and ephemeral containers. */
const CONTAINER: Shape = {
  fields: {
    name: 'text',
    image: 'text',
    imagePullPolicy: 'text',
    command: TEXT_LIST,
    args: TEXT_LIST,
    env: {
      list: {
        fields: {
          name: 'text',
          value: 'text',
          valueFrom: {
            fields: {
              resourceFieldRef: { fields: { containerName: 'text', resource: 'text' }, needs: ['resource'] },
            },
          },
        },
        needs: ['name'],
      },
    },
    envFrom: { list: { fields: { prefix: 'text' } } },
    stdin: 'flag',
    stdinOnce: 'flag',
    tty: 'flag',
    securityContext: {
      fields: {
        ...SECURITY_OF_POD,
        capabilities: { fields: { add: TEXT_LIST, drop: TEXT_LIST } },
        privileged: 'flag',
        allowPrivilegeEscalation: 'flag',
        seccompProfile: { fields: { type: 'text', localhostProfile: 'text' }, needs: ['type'] },
      },
    },
    terminationMessagePolicy: 'text',
    volumeMounts: {
      list: {
        fields: { name: 'text', mountPath: 'text', readOnly: 'flag', subPath: 'text', subPathExpr: 'text' },
        needs: ['name', 'mountPath'],
      },
    },
    restartPolicy: 'text',
    restartPolicyRules: { list: 'any' },
    resources: RESOURCES,
    livenessProbe: PROBE,
    readinessProbe: PROBE,
    startupProbe: PROBE,
    lifecycle: {
      fields: {
        preStop: {
          fields: {
            exec: { fields: { command: TEXT_LIST } },
            httpGet: { fields: { path: 'text', port: 'port' }, needs: ['port'] },
            sleep: { fields: { seconds: 'number' }, needs: ['seconds'] },
          },
        },
      },
    },
    ports: {
      list: { fields: { name: 'text', containerPort: 'number', protocol: 'text' }, needs: ['containerPort'] },
    },
    targetContainerName: 'text',
  },
  needs: ['name'],
};

const SPEC: Shape = {
  fields: {
    containers: { list: CONTAINER },
    initContainers: { list: CONTAINER },
    ephemeralContainers: { list: CONTAINER },
    nodeName: 'text',
    imagePullSecrets: { list: { fields: { name: 'text' } } },
    serviceAccountName: 'text',
    runtimeClassName: 'text',
    nodeSelector: TEXT_MAP,
    tolerations: { list: { fields: { key: 'text', operator: 'text', value: 'text', effect: 'text' } } },
    volumes: {
      list: {
        fields: { name: 'text', hostPath: { fields: { path: 'text' }, needs: ['path'] } },
        needs: ['name'],
      },
    },
    hostPID: 'flag',
    hostNetwork: 'flag',
    hostIPC: 'flag',
    shareProcessNamespace: 'flag',
    restartPolicy: 'text',
    os: { fields: { name: 'text' }, needs: ['name'] },
    priorityClassName: 'text',
    priority: 'number',
    securityContext: { fields: SECURITY_OF_POD },
    overhead: { map: 'quantity' },
    resources: RESOURCES,
    readinessGates: { list: { fields: { conditionType: 'text' }, needs: ['conditionType'] } },
    schedulingGates: { list: { fields: { name: 'text' }, needs: ['name'] } },
  },
  needs: ['containers'],
};

const STATE: Shape = {
  fields: {
    waiting: { fields: { reason: 'text', message: 'text' } },
    running: { fields: { startedAt: 'time' } },
    terminated: {
      fields: {
        exitCode: 'number',
        signal: 'number',
        reason: 'text',
        message: 'text',
        startedAt: 'time',
        finishedAt: 'time',
        containerID: 'text',
      },
      needs: ['exitCode'],
    },
  },
};

const CONTAINER_STATUSES: Shape = {
  list: {
    fields: {
      name: 'text',
      image: 'text',
      imageID: 'text',
      containerID: 'text',
      ready: 'flag',
      started: 'flag',
      restartCount: 'number',
      state: STATE,
      lastState: STATE,
      allocatedResources: { map: 'quantity' },
      resources: RESOURCES,
      user: { fields: { linux: { fields: { uid: 'number', gid: 'number' }, needs: ['uid', 'gid'] } } },
    },
    needs: ['name', 'ready', 'restartCount'],
  },
};

const STATUS: Shape = {
  fields: {
    phase: 'text',
    reason: 'text',
    message: 'text',
    conditions: {
      list: {
        fields: { type: 'text', status: 'text', reason: 'text', message: 'text' },
        needs: ['type', 'status'],
      },
    },
    podIP: 'text',
    podIPs: { list: { fields: { ip: 'text' }, needs: ['ip'] } },
    hostIP: 'text',
    startTime: 'time',
    nominatedNodeName: 'text',
    qosClass: 'text',
    observedGeneration: 'number',
    containerStatuses: CONTAINER_STATUSES,
    initContainerStatuses: CONTAINER_STATUSES,
    ephemeralContainerStatuses: CONTAINER_STATUSES,
  },
};

export const POD: Shape = {
  fields: { apiVersion: 'text', kind: 'text', metadata: METADATA, spec: SPEC, status: STATUS },
  needs: ['metadata', 'spec'],
};

/** The answer to a deletion: the pod, or a `metav1.Status`, which has empty metadata and no spec. */
export const DELETED_POD: Shape = {
  fields: { metadata: METADATA, spec: { fields: { nodeName: 'text' } } },
  needs: ['metadata'],
};

/** For objects of which we read only the metadata. */
export const ANY_OBJECT: Shape = { fields: { metadata: METADATA }, needs: ['metadata'] };

function workload(selector: Shape): Shape {
  return { fields: { metadata: METADATA, spec: { fields: { selector } } }, needs: ['metadata'] };
}

/** An object that selects its pods by a `metav1.LabelSelector`. */
export const WORKLOAD = workload({
  fields: {
    matchLabels: TEXT_MAP,
    matchExpressions: {
      list: { fields: { key: 'text', operator: 'text', values: TEXT_LIST }, needs: ['key', 'operator'] },
    },
  },
});

/** An object that selects its pods by plain labels: a Service or a ReplicationController. */
export const OLD_WORKLOAD = workload(TEXT_MAP);

export const EVENT: Shape = {
  fields: {
    metadata: METADATA,
    involvedObject: { fields: { uid: 'text', name: 'text', fieldPath: 'text' } },
    type: 'text',
    reason: 'text',
    message: 'text',
    count: 'number',
    lastTimestamp: 'time',
  },
  needs: ['metadata', 'involvedObject'],
};

/** A ConfigMap. */
export const CONFIG_MAP: Shape = {
  fields: { metadata: METADATA, immutable: 'flag', data: TEXT_MAP, binaryData: TEXT_MAP },
  needs: ['metadata'],
};

export const ACCESS_REVIEW: Shape = { fields: { status: { fields: { allowed: 'flag' } } } };

export const SUBJECT_REVIEW: Shape = {
  fields: { status: { fields: { userInfo: { fields: { username: 'text' } } } } },
};

export const SERVER_VERSION: Shape = { fields: { gitVersion: 'text', major: 'text', minor: 'text' } };

/** The shape of a list of objects. */
export function listShape(item: Shape): Shape {
  return {
    fields: { items: { list: item }, metadata: { fields: { resourceVersion: 'text', continue: 'text' } } },
  };
}

/** A line of a watch; the type decides the shape of its object. */
export const WATCH_LINE: Shape = { fields: { type: 'text', object: 'any' }, needs: ['type'] };
