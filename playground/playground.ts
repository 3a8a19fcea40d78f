import { randomBytes } from 'node:crypto';
import type { OwnerReference, Pod, PodRef, PodSpec, PodStatus } from '../src/pod/types.ts';
import type { UserName } from './api/request/authorize.ts';
import { makeKubeconfig } from './api/kubeconfig.ts';
import { listen } from './api/listen.ts';
import { createRequestLog, type LoggedRequest } from './api/request/request-log.ts';
import { makeCertificate, type Certificate } from './certificate.ts';
import { createCluster } from './cluster.ts';
import type { Hook } from './hook.ts';
import type { JobBackOff } from './jobs/job-controller.ts';
import type { Kubelet, KubeletHost } from './kubelet.ts';
import type { PodBehaviour } from './pod-behaviour.ts';
import type { PodLifecycle } from './pods/pod-lifecycle.ts';
import { ensureNamespace } from './store/cluster-objects.ts';
import type { PodEvent, Stores } from './store/objects.ts';
import { keyOf } from './store/stored-object.ts';

/** A pod to create from code. */
export interface PlaygroundPod {
  readonly name: string;
  /** Default `default`; created if it does not exist. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  /** Default: now. */
  readonly creationTimestamp?: string;
  /** Makes a pod that stays terminating. */
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  /** Pods with the same object share it in memory. */
  readonly spec: PodSpec;
  /** Default: its containers run. */
  readonly behaviour?: PodBehaviour;
  /** No node has room for it. */
  readonly isUnschedulable?: boolean;
}

export interface PlaygroundOptions {
  readonly pods?: readonly PlaygroundPod[];
  readonly makeKubelet: (host: KubeletHost) => Kubelet;
  readonly hook?: Hook;
  readonly now?: () => Date;
  /** Default: a new one. */
  readonly certificate?: Certificate;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Between two bookmarks of a watch; default a minute, as on a real server. */
  readonly bookmarkMs?: number;
  /** Between the pods of a failing index of a Job. A real cluster's are 10 s and 6 min; default 1 s and 60 s. */
  readonly jobBackOff?: JobBackOff;
}

/** An API server with pods, on the loopback address. */
export interface Playground {
  readonly url: string;
  /** PEM. */
  readonly certificateAuthority: string;
  readonly tokens: Readonly<Record<UserName, string>>;
  /** JSON text; `viewer` may get, list and watch, and nothing else. */
  readonly kubeconfig: (user: UserName) => string;
  readonly createPod: (pod: PlaygroundPod) => Pod;
  readonly getPod: (ref: PodRef) => Pod | undefined;
  /** Replaces the status; does nothing if the pod is gone. */
  readonly setStatus: (ref: PodRef, status: PodStatus) => void;
  /** Deletes with the pod's grace period unless told otherwise; resolves when the pod is gone. */
  readonly deletePod: (ref: PodRef, graceSeconds?: number) => Promise<void>;
  readonly listEvents: () => readonly PodEvent[];
  /** All requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Forgets the history of all objects, so that older resource versions are too old (410). */
  readonly compact: () => void;
  /** Ends all connections and the kubelet. */
  readonly close: () => Promise<void>;
}

const MINUTE_MS = 60_000;
const DEFAULT_JOB_BACK_OFF: JobBackOff = { firstMs: 1000, longestMs: MINUTE_MS };

/** Starts an API server with these pods; `close` ends all that it started. */
export async function createPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { now = () => new Date(), hook = () => undefined, bookmarkMs = MINUTE_MS } = options;
  let url = '';
  const certificate = options.certificate ?? (await makeCertificate(now()));
  const cluster = createCluster({
    now,
    makeKubelet: options.makeKubelet,
    certificate: certificate.certificate,
    newSuffix,
    jobBackOff: options.jobBackOff ?? DEFAULT_JOB_BACK_OFF,
    url: () => url,
  });
  const { stores, host, kubelet, lifecycle, rights } = cluster;
  const createPod = (pod: PlaygroundPod): Pod => makePod({ stores, lifecycle, now }, pod);
  options.pods?.forEach(createPod);
  const tokens = { admin: newToken(), viewer: newToken() };
  const log = createRequestLog();
  const api = { ...cluster, newSuffix, now, bookmarkMs };
  const listener = await listen(certificate, options.port ?? 0, { gate: { tokens, rights, hook, log }, api });
  url = `https://127.0.0.1:${listener.port}`;
  return {
    url,
    certificateAuthority: certificate.certificate,
    tokens,
    kubeconfig: (name) => makeKubeconfig(url, certificate.certificate, { name, token: tokens[name] }),
    createPod,
    getPod: (ref) => stores.pods.get(keyOf(ref)),
    setStatus: (ref, status) =>
      host.updateStatus(ref, stores.pods.get(keyOf(ref))?.metadata.uid ?? '', () => status),
    deletePod: async (ref, graceSeconds) => {
      const pod = stores.pods.get(keyOf(ref));
      if (pod !== undefined) lifecycle.remove(pod, graceSeconds);
      await lifecycle.untilGone(ref);
    },
    listEvents: stores.events.list,
    requests: log.entries,
    compact: () => Object.values(stores).forEach((store: { compact: () => void }) => store.compact()),
    close: async () => {
      cluster.jobs.close();
      await listener.close();
      await kubelet.close();
    },
  };
}

function makePod(
  {
    stores,
    lifecycle,
    now,
  }: { readonly stores: Stores; readonly lifecycle: PodLifecycle; readonly now: () => Date },
  { spec, behaviour, isUnschedulable = false, namespace = 'default', ...metadata }: PlaygroundPod,
): Pod {
  ensureNamespace(stores, namespace, now());
  const schedulerName = { schedulerName: 'nobody' };
  const prepared = lifecycle.prepare({
    metadata: { ...metadata, namespace },
    spec: isUnschedulable ? { ...spec, ...schedulerName } : spec,
  });
  return lifecycle.create(prepared, behaviour);
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Five random characters for the end of a name. */
function newSuffix(): string {
  return randomBytes(3).toString('hex').slice(0, 5);
}
