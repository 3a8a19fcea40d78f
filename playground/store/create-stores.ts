import type { Stores } from './objects.ts';
import type { ResourceVersions } from './resource-versions.ts';
import { createStore } from './store.ts';

/** Empty stores of a new cluster, which share one counter of versions. */
export function createStores(versions: ResourceVersions): Stores {
  return {
    pods: createStore(versions),
    namespaces: createStore(versions),
    nodes: createStore(versions),
    events: createStore(versions),
    configmaps: createStore(versions),
    serviceaccounts: createStore(versions),
    roles: createStore(versions),
    rolebindings: createStore(versions),
    clusterroles: createStore(versions),
    clusterrolebindings: createStore(versions),
    jobs: createStore(versions),
  };
}
