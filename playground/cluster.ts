import type { Rights } from './api/request/authorize.ts';
import type { Kubelet, KubeletHost } from './kubelet.ts';
import type { GarbageCollector } from './objects/collect-garbage.ts';
import { collectGarbage } from './objects/delete-object.ts';
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
}

interface ClusterOptions {
  readonly makeKubelet: (host: KubeletHost) => Kubelet;
  readonly now: () => Date;
  /** PEM. */
  readonly certificate: string;
}

/** Makes a cluster with one node and the namespaces of a new one. */
export function createCluster({ makeKubelet, now, certificate }: ClusterOptions): Cluster {
  const versions = createResourceVersions();
  const stores = createStores(versions);
  furnishNamespaces(stores, certificate);
  FIRST_NAMESPACES.forEach((name) => ensureNamespace(stores, name, now()));
  ensureNode(stores, NODE_NAME, now());
  const behaviours = createBehaviours();
  const host = createKubeletHost(stores, behaviours, now);
  const kubelet = makeKubelet(host);
  const lifecycle = createPodLifecycle({ stores, kubelet, behaviours, now });
  const accounts = createAccountTokens(stores);
  return {
    stores,
    currentVersion: versions.current,
    host,
    kubelet,
    lifecycle,
    accounts,
    rights: makeRights(stores, accounts.userOf),
    garbage: collectGarbage({ stores, lifecycle, now }),
  };
}
