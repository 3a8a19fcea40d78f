import { describePod } from '../../pod/pod-ref.ts';
import { memoryText } from '../../pod/resources/memory.ts';
import { LITTLE_BYTES, podMemoryLimit } from '../../pod/resources/pod-limit.ts';
import type { Pod } from '../../pod/types.ts';

/** The note about a pod whose memory limit is small for a debug container beside the app, which counts in it. */
export function roomNotes(pod: Pod): readonly string[] {
  const limit = podMemoryLimit(pod);
  if (limit.kind === 'none' || limit.bytes >= LITTLE_BYTES) return [];
  return [
    `${describePod(pod)} may use ${memoryText(limit.bytes)} of memory with all of its containers, and a debug container counts in it: beyond that the kernel kills a process of the pod, which may be the app's; --copy-to leaves the app alone`,
  ];
}
