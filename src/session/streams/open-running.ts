import type { UpgradedSocket } from '../../cluster/cluster.ts';
import { isApiError, type ApiError } from '../../cluster/refusals/api-error.ts';
import type { StreamEnd } from './remote-stream.ts';

/** The node does not know the container yet, or no more: nothing ran. */
export interface NotRunning {
  readonly kind: 'not-running';
  readonly message: string;
}

/**
 * Whether the node refuses: before Kubernetes 1.30 the API server passes its answer on in place of the upgrade. A 500 of the API
 * server itself, as when it loses etcd, looks the same.
 */
export const isRefusalOfNode = (error: unknown): error is ApiError => isApiError(error) && error.code === 500;

/** An attach or exec whose opening is over. */
export type Opened = NotRunning | { readonly kind: 'open'; readonly upgraded: UpgradedSocket };

/** Waits for an attach or exec to be opened. Throws what that throws, unless the container does not run. */
export async function openedIfRunning(opening: Promise<UpgradedSocket>): Promise<Opened> {
  try {
    return { kind: 'open', upgraded: await opening };
  } catch (error) {
    if (isRefusalOfNode(error)) return { kind: 'not-running', message: error.message };
    throw error;
  }
}

/** The refusal of the node if that is what ended a stream: since Kubernetes 1.30 it comes after the upgrade. */
export function refusalAtEnd(end: StreamEnd, hasHeardData: boolean): NotRunning | undefined {
  const isRefusal = end.kind === 'status' && end.status.kind === 'failure' && !hasHeardData;
  return isRefusal ? { kind: 'not-running', message: end.status.message } : undefined;
}
