import type { Quantity } from './quantity.ts';
import { parseResources } from './resource-list.ts';
import type { ResourceRequirements } from '../types.ts';

const NANOS = 1_000_000_000n;
const KI = 1024n;
const MI = KI * KI;

/** A quantity as a whole number, rounded up as in Kubernetes; 0 without one. */
export function wholeBytes(quantity: Quantity | undefined): bigint {
  return ((quantity?.nanos ?? 0n) + NANOS - 1n) / NANOS;
}

/** The memory in a list of resources in bytes, rounded up as in Kubernetes; undefined if there is none. */
export function memoryIn(texts: Readonly<Record<string, string>> | undefined): bigint | undefined {
  const memory = parseResources(texts).get('memory');
  return memory && wholeBytes(memory);
}

/** The memory that is requested, in bytes. The server makes a limit without a request the request as well. */
export function requestedMemory({ requests, limits }: ResourceRequirements = {}): bigint {
  return memoryIn(requests) ?? memoryIn(limits) ?? 0n;
}

/** A number of bytes in the units of Kubernetes, rounded down to whole ones: `34Mi`. */
export function memoryText(bytes: bigint): string {
  if (bytes < MI) return bytes < KI ? `${bytes}` : `${bytes / KI}Ki`;
  const isWholeGi = bytes % (MI * KI) === 0n;
  return isWholeGi ? `${bytes / MI / KI}Gi` : `${bytes / MI}Mi`;
}
