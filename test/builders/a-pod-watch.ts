import type { Pod } from '../../src/pod/types.ts';
import { makeChange } from '../../src/cluster/watch/change-signal.ts';
import type { PodWatch } from '../../src/cluster/watch/pod-watch.ts';

/** A watch of one pod that the test controls. */
interface FakePodWatch {
  readonly watch: PodWatch;
  readonly show: (pod: Pod) => void;
  /** The pod has been deleted or replaced. */
  readonly showGone: () => void;
  /** The watch has failed for good. */
  readonly fail: (error: Error) => void;
  /** The watch has heard nothing for a long time. */
  readonly suffer: (error: Error) => void;
}

export function aPodWatch(first: Pod): FakePodWatch {
  const change = makeChange();
  let outage: Error | undefined;
  let latest: ReturnType<PodWatch['latest']> = { kind: 'present', pod: first };
  return {
    watch: {
      latest: () => latest,
      changed: change.next,
      outage: () => outage,
      renew: () => Promise.resolve(latest),
      close: () => undefined,
    },
    show: (pod) => {
      latest = { kind: 'present', pod };
      change.tell();
    },
    showGone: () => {
      latest = { kind: 'gone' };
      change.tell();
    },
    fail: change.fail,
    suffer: (error) => {
      outage = error;
      change.tell();
    },
  };
}
