/**
 * The fields of the Kubernetes API that this program reads and writes. Objects from a cluster have more, which copies
 * keep. `types.test.ts` checks that these types stay assignable from the models of `@kubernetes/client-node`.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */

/** Names one pod. */
export interface PodRef {
  readonly namespace: string;
  readonly name: string;
}

/** Names one container of one pod. */
export interface ContainerRef extends PodRef {
  readonly container: string;
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  /** RFC 3339, as the server wrote it. */
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  /** The clients that set fields. An entry without a subresource may be that of the creator. */
  readonly managedFields?: readonly {
    readonly manager?: string;
    readonly operation?: string;
    readonly subresource?: string;
    /** Not checked as it comes in: nothing but an explanation needs it. */
    readonly time?: unknown;
    readonly fieldsV1?: unknown;
  }[];
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  /** Instead of `value`. The kubelet resolves it, so we never see the content of a Secret. */
  readonly valueFrom?: EnvVarSource;
}

/** One of several sources. We pass on those that name another object unchanged. */
export interface EnvVarSource {
  readonly resourceFieldRef?: { readonly containerName?: string; readonly resource: string };
}

/** All keys of a ConfigMap or a Secret. */
export interface EnvFromSource {
  readonly prefix?: string;
}

export interface Capabilities {
  readonly add?: readonly string[];
  readonly drop?: readonly string[];
}

export interface SecurityContext {
  readonly capabilities?: Capabilities;
  readonly privileged?: boolean;
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly seccompProfile?: { readonly type: string; readonly localhostProfile?: string };
  readonly windowsOptions?: WindowsOptions;
}

export interface WindowsOptions {
  /** Whether the container runs on the node itself, as a process of it. */
  readonly hostProcess?: boolean;
  readonly runAsUserName?: string;
}

export interface ResourceRequirements {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

/** The fields that regular, init and ephemeral containers share. */
export interface ContainerFields {
  readonly name: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFromSource[];
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly tty?: boolean;
  readonly securityContext?: SecurityContext;
  readonly terminationMessagePolicy?: string;
  readonly volumeMounts?: readonly VolumeMount[];
}

/** A probe; one of the fields is set. */
export interface Probe {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly path?: string;
    readonly port: number | string;
    readonly scheme?: string;
  };
  readonly tcpSocket?: { readonly port: number | string };
  readonly grpc?: { readonly port: number };
}

/** A hook that runs before the kubelet sends SIGTERM; one of the fields is set. */
export interface PreStop {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: { readonly path?: string; readonly port: number | string };
  readonly sleep?: { readonly seconds: number };
}

export interface Container extends ContainerFields {
  /** `Always` makes an init container a sidecar (KEP-753). For an app it replaces the pod's policy (KEP-5307). */
  readonly restartPolicy?: string;
  /** Exit codes that restart the container whatever its policy is (KEP-5307). */
  readonly restartPolicyRules?: readonly unknown[];
  readonly resources?: ResourceRequirements;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: PreStop };
  readonly ports?: readonly {
    readonly name?: string;
    readonly containerPort: number;
    /** `TCP` if it is absent. */
    readonly protocol?: string;
  }[];
}

export interface EphemeralContainer extends ContainerFields {
  /** The container whose PID namespace this one joins (KEP-277). */
  readonly targetContainerName?: string;
}

export interface PodSecurityContext {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly windowsOptions?: WindowsOptions;
}

/** This program mounts host paths only. */
export interface Volume {
  readonly name: string;
  readonly hostPath?: { readonly path: string };
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly EphemeralContainer[];
  readonly nodeName?: string;
  readonly imagePullSecrets?: readonly { readonly name?: string }[];
  readonly serviceAccountName?: string;
  readonly runtimeClassName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly volumes?: readonly Volume[];
  readonly hostPID?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostIPC?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly restartPolicy?: string;
  readonly os?: { readonly name: string };
  readonly priorityClassName?: string;
  readonly priority?: number;
  readonly securityContext?: PodSecurityContext;
  readonly overhead?: Readonly<Record<string, string>>;
  readonly resources?: ResourceRequirements;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly schedulingGates?: readonly { readonly name: string }[];
}

export interface StateWaiting {
  readonly reason?: string;
  readonly message?: string;
}

export interface StateRunning {
  readonly startedAt?: string;
}

export interface StateTerminated {
  readonly exitCode: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string | null;
  readonly containerID?: string;
}

/** At most one field is set. */
export interface ContainerStateFields {
  readonly waiting?: StateWaiting;
  readonly running?: StateRunning;
  readonly terminated?: StateTerminated;
}

export interface ContainerStatus {
  readonly name: string;
  readonly image?: string;
  readonly imageID?: string;
  /** `containerd://<hex>` and the like. */
  readonly containerID?: string;
  readonly ready: boolean;
  readonly started?: boolean;
  readonly restartCount: number;
  readonly state?: ContainerStateFields;
  readonly lastState?: ContainerStateFields;
  /** The requests that the node has reserved; they lag behind the spec during a resize. */
  readonly allocatedResources?: Readonly<Record<string, string>>;
  /** The resources of the running container. */
  readonly resources?: ResourceRequirements;
  /** The user of the first process; absent if the runtime does not report it (KEP-3619). */
  readonly user?: { readonly linux?: { readonly uid: number; readonly gid: number } };
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly conditions?: readonly PodCondition[];
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly hostIP?: string;
  readonly startTime?: string;
  readonly nominatedNodeName?: string;
  readonly qosClass?: string;
  readonly observedGeneration?: number;
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
}

export interface Pod {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

/** A core/v1 Event about a pod or one of its containers. */
export interface KubernetesEvent {
  readonly metadata: ObjectMeta;
  readonly involvedObject: { readonly uid?: string; readonly name?: string; readonly fieldPath?: string };
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string | null;
}
