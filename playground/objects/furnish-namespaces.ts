import type { Stores } from '../store/objects.ts';

const CERTIFICATE_NOTE =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
  'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes ' +
  'clusters.';

/** Gives each new namespace what the controllers of a real cluster do: its ServiceAccount and the CA of the server. */
export function furnishNamespaces(stores: Stores, certificate: string): void {
  stores.namespaces.subscribe(({ before, after }) => {
    if (before !== undefined || after === undefined) return;
    const { name: namespace = '', creationTimestamp = '' } = after.metadata;
    const common = { namespace, creationTimestamp };
    const newUid = (): string => crypto.randomUUID();
    stores.serviceaccounts.put({ metadata: { ...common, name: 'default', uid: newUid() } });
    const annotations = { 'kubernetes.io/description': CERTIFICATE_NOTE };
    stores.configmaps.put({
      metadata: { ...common, name: 'kube-root-ca.crt', uid: newUid(), annotations },
      data: { 'ca.crt': certificate },
    });
  });
}
