import type { Pod } from '../../src/pod/types.ts';
import type { Store } from './store.ts';
import type { StoredObject } from './stored-object.ts';

export interface Namespace extends StoredObject {
  readonly spec: { readonly finalizers: readonly string[] };
  readonly status: { readonly phase: string };
}

export interface Node extends StoredObject {
  readonly spec: object;
  readonly status: {
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
    readonly addresses: readonly { readonly type: string; readonly address: string }[];
    readonly nodeInfo: {
      readonly kubeletVersion: string;
      readonly osImage: string;
      readonly kernelVersion: string;
      readonly containerRuntimeVersion: string;
    };
  };
}

/** A core/v1 Event about a pod or a Job, as a kubelet or a controller writes it. */
export interface PodEvent extends StoredObject {
  readonly involvedObject: {
    readonly kind: 'Pod' | 'Job';
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly apiVersion: 'v1' | 'batch/v1';
    readonly fieldPath?: string;
  };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly source: { readonly component: string; readonly host?: string };
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly count: number;
  readonly eventTime: null;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}

/** An object that the server stores as it comes: the fields beside the metadata are JSON. */
export interface PlainObject extends StoredObject {
  readonly [field: string]: unknown;
}

/** The resources whose objects are plain, by their plural. */
export const PLAIN_RESOURCES = [
  'configmaps',
  'serviceaccounts',
  'roles',
  'rolebindings',
  'clusterroles',
  'clusterrolebindings',
  'jobs',
] as const;

export type PlainResource = (typeof PLAIN_RESOURCES)[number];

/** The stores of the playground's API server. */
export interface Stores extends Readonly<Record<PlainResource, Store<PlainObject>>> {
  readonly pods: Store<Pod>;
  readonly namespaces: Store<Namespace>;
  readonly nodes: Store<Node>;
  readonly events: Store<PodEvent>;
}
