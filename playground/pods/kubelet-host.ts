import type { Pod } from '../../src/pod/types.ts';
import type { KubeletHost } from '../kubelet.ts';
import { keyOf } from '../store/stored-object.ts';
import type { Stores } from '../store/objects.ts';
import type { Behaviours } from './behaviours.ts';
import { createPodEventRecorder } from './pod-events.ts';

interface Surroundings {
  readonly stores: Stores;
  readonly behaviours: Behaviours;
  readonly now: () => Date;
  readonly accountKubeconfig: (pod: Pod) => string;
}

/** The API server as its kubelet sees it. */
export function createKubeletHost({ stores, behaviours, now, accountKubeconfig }: Surroundings): KubeletHost {
  const recordEvent = createPodEventRecorder(stores);
  return {
    readPod: (ref) => stores.pods.get(keyOf(ref)),
    readBehaviour: behaviours.of,
    accountKubeconfig,
    updateStatus: (ref, uid, change) => {
      const pod = stores.pods.get(keyOf(ref));
      if (pod?.metadata.uid !== uid) return;
      const status = change(pod.status ?? {});
      if (status !== pod.status) stores.pods.put({ ...pod, status });
    },
    recordEvent: (ref, event) => {
      const pod = stores.pods.get(keyOf(ref));
      if (pod !== undefined) recordEvent(pod, event, now());
    },
  };
}
