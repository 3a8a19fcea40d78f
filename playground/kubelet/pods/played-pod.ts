import type { Pod } from '../../../src/pod/types.ts';
import type { LogOptions, ProcessStreams, Refusal, StreamOptions } from '../../kubelet.ts';

/** A pod on the playground's node; its containers are processes or played from a script. */
export interface PlayedPod {
  /** The pod's spec has changed. */
  readonly sync: (pod: Pod) => void;
  /** Ends the pod's containers, those that can be asked to end within this time; resolves when none is left. */
  readonly remove: (graceMs: number) => Promise<void>;
  readonly attach: (pod: Pod, options: StreamOptions) => ProcessStreams | Refusal;
  readonly exec: (pod: Pod, options: StreamOptions, command: readonly string[]) => ProcessStreams | Refusal;
  readonly log: (pod: Pod, options: LogOptions) => AsyncIterable<Buffer> | Refusal;
}
