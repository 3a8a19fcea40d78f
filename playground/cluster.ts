import type { Rights } from './api/request/authorize.ts';
import { podRef } from '../src/pod/pod-ref.ts';
import type { Pod } from '../src/pod/types.ts';
import { makeKubeconfig } from './api/kubeconfig.ts';
import type { Kubelet, KubeletHost } from './kubelet.ts';
import type { GarbageCollector } from './objects/collect-garbage.ts';
import { type JobBackOff, JobController } from './jobs/job-controller.ts';
import { collectGarbage, removeObject } from './objects/delete-object.ts';
import { furnishNamespaces } from './objects/furnish-namespaces.ts';
import { makeRights } from './objects/rbac/granted-rules.ts';
import { type AccountTokens, createAccountTokens } from './objects/service-accounts.ts';
import { createBehaviours } from './pods/behaviours.ts';
import { createKubeletHost } from './pods/kubelet-host.ts';
import { createPodLifecycle, type PodLifecycle } from './pods/pod-lifecycle.ts';
import { ensureNamespace, ensureNode, FIRST_NAMESPACES, NODE_NAME } from './store/cluster-objects.ts';
import { createStores } from './store/create-stores.ts';
import type { Stores } from './store/objects.ts';
import { createResourceVersions } from './store/resource-versions.ts';

/** The objects of a cluster, and what changes them beside requests: the kubelet and the controllers. */
export interface Cluster {
  readonly stores: Stores;
  readonly currentVersion: () => number;
  readonly host: KubeletHost;
  readonly kubelet: Kubelet;
  readonly lifecycle: PodLifecycle;
  readonly accounts: AccountTokens;
  readonly rights: Rights;
  readonly garbage: GarbageCollector;
  readonly jobs: JobController;
}

interface ClusterOptions {
  readonly makeKubelet: (host: KubeletHost) => Kubelet;
  readonly now: () => Date;
  /** PEM. */
  readonly certificate: string;
  /** Five random characters for the end of a name. */
  readonly newSuffix: () => string;
  readonly jobBackOff: JobBackOff;
  /** The URL of the API server. It is asked for once there is a pod that needs it. */
  readonly url: () => string;
}

/** Makes a cluster with one node and the namespaces of a new one. */
export function createCluster(options: ClusterOptions): Cluster {
  const { makeKubelet, now, certificate } = options;
  const versions = createResourceVersions();
  const stores = createStores(versions);
  furnishNamespaces(stores, certificate);
  FIRST_NAMESPACES.forEach((name) => ensureNamespace(stores, name, now()));
  ensureNode(stores, NODE_NAME, now());
  const behaviours = createBehaviours();
  const accounts = createAccountTokens(stores);
  const host = createKubeletHost({
    stores,
    behaviours,
    now,
    accountKubeconfig: describeAccount(accounts, options),
  });
  const kubelet = makeKubelet(host);
  const lifecycle = createPodLifecycle({ stores, kubelet, behaviours, now });
  const garbage = collectGarbage({ stores, lifecycle, now });
  const jobs = new JobController({
    stores,
    lifecycle,
    now,
    newSuffix: options.newSuffix,
    backOff: options.jobBackOff,
    removeJob: (object) => void removeObject({ stores, garbage, now }, 'jobs', { object }),
  });
  return {
    stores,
    currentVersion: versions.current,
    host,
    kubelet,
    lifecycle,
    accounts,
    rights: makeRights(stores, accounts.userOf),
    garbage,
    jobs,
  };
}

function describeAccount(
  accounts: AccountTokens,
  { url, certificate }: Pick<ClusterOptions, 'url' | 'certificate'>,
): (pod: Pod) => string {
  return (pod) => {
    const { namespace } = podRef(pod);
    const name = pod.spec.serviceAccountName ?? 'default';
    const token = accounts.tokenOf({ namespace, name });
    return makeKubeconfig(url(), certificate, { name, token, namespace });
  };
}
