import { effectiveResources } from '../resources/effective-resources.ts';
import { memoryText, wholeBytes } from '../resources/memory.ts';
import { LITTLE_BYTES, podMemoryLimit } from '../resources/pod-limit.ts';
import { quantityText } from '../resources/quantity.ts';
import type { Pod } from '../types.ts';
import { listed } from './listed.ts';
import type { Room } from './pod-clues.ts';

const COUNTS = 'the memory of a debug container counts as that of the pod, which';

interface Memory {
  readonly requested: bigint;
  /** undefined if it is not measured. */
  readonly used: bigint | undefined;
}

function leftOf(bytes: bigint, { used = 0n }: Pick<Memory, 'used'>): bigint {
  return used > bytes ? 0n : bytes - used;
}

/** A pod with a limit as a whole: the kernel keeps it by killing. */
function explainLimit(limit: bigint, memory: Memory): readonly string[] {
  const { used, requested } = memory;
  const known =
    used === undefined
      ? `it requests ${memoryText(requested)}`
      : `${memoryText(used)} used when last measured, ${memoryText(leftOf(limit, memory))} left`;
  return [
    `${COUNTS} may use ${memoryText(limit)} (${known}); beyond that a process is killed, perhaps the app's`,
  ];
}

/** A pod without a limit as a whole: what it requests and uses decides whether the kubelet evicts it. */
function explainNoLimit(without: readonly string[], memory: Memory): readonly string[] {
  const names = listed(without.map((name) => `"${name}"`));
  const used = memory.used === undefined ? '' : `, and used ${memoryText(memory.used)} when last measured`;
  return [
    `${COUNTS} has no limit, as ${names} ${without.length === 1 ? 'has' : 'have'} none; it requests ${memoryText(memory.requested)}${used}`,
  ];
}

function explainDisk(pod: Pod): readonly string[] {
  const limit = effectiveResources(pod).limits.get('ephemeral-storage');
  if (limit === undefined || limit.nanos === 0n) return [];
  return [
    `what a debug container writes and prints counts in the pod's ${quantityText(limit)} of ephemeral storage; beyond that the pod is evicted`,
  ];
}

/** Says how much memory and disk a pod leaves to a debug session. */
export function explainRoom(pod: Pod, room: Room): readonly string[] {
  const limit = podMemoryLimit(pod);
  const requested = wholeBytes(effectiveResources(pod).requests.get('memory'));
  const memory = { requested, used: room.memoryUsed };
  return [
    ...(limit.kind === 'bytes' ? explainLimit(limit.bytes, memory) : explainNoLimit(limit.without, memory)),
    ...explainDisk(pod),
  ];
}

/** Warns of a pod that leaves little memory to a debug session. Without a measurement, only its limit can tell. */
export function warnOfLittleRoom(pod: Pod, room: Partial<Room> = {}): readonly string[] {
  const limit = podMemoryLimit(pod);
  if (limit.kind === 'none') return [];
  const left = leftOf(limit.bytes, { used: room.memoryUsed });
  if (left >= LITTLE_BYTES) return [];
  const atMost = room.memoryUsed === undefined ? 'at most ' : '';
  return [
    `a debug session has little room: ${atMost}${memoryText(left)} of the ${memoryText(limit.bytes)} of memory that all containers of the pod may use together; a session in a copy (--copy-to) cannot take it from the app`,
  ];
}
