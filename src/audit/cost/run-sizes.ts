import { isCliError } from '../../errors/cli-error.ts';
import { requestKeeper } from '../../plan/plan-keeper.ts';
import type { Pod } from '../../pod/types.ts';
import type { AuditSettings } from '../rows/audit-settings.ts';
import type { RunItem } from '../rows/run-item.ts';
import { planRun } from '../run/plan-run.ts';
import type { KnownPods } from '../watch/known-pods.ts';

/** The size of a pod in etcd, and what its debug container adds. In bytes. */
export interface RunSizes {
  readonly podBytes: number;
  readonly addedBytes: number;
}

/** The status of a debug container, and who owns its fields. Measured by `bench/audit-cost.mjs`. */
const BESIDE_CONTAINER = 550;
/** A debug container whose command has an envelope. */
const USUAL_BYTES = 2500;

/** How many pods stand for all. */
const SAMPLES = 20;

interface Sampled {
  readonly items: readonly RunItem[];
  readonly settings: AuditSettings;
  readonly known: Pick<KnownPods, 'read'>;
  readonly now: Date;
}

/**
 * The mean sizes of some of the pods. JSON without the managed fields has nearly the size that etcd keeps, and so has a
 * container.
 */
export function sizesOfRun({ items, settings, known, now }: Sampled): RunSizes {
  const step = Math.ceil(items.length / SAMPLES);
  const sizes = items
    .filter((_, index) => index % step === 0)
    .flatMap((item) => {
      const pod = known.read(item.uid);
      return pod === undefined ? [] : [sizesOfOne(pod, { item, settings, now })];
    });
  return {
    podBytes: meanOf(sizes.map(({ podBytes }) => podBytes)),
    addedBytes: meanOf(sizes.map(({ addedBytes }) => addedBytes)),
  };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1);
}

function sizesOfOne(
  pod: Pod,
  { item, settings, now }: { readonly item: RunItem; readonly settings: AuditSettings; readonly now: Date },
): RunSizes {
  const podBytes = sizeOf({ ...pod, metadata: { ...pod.metadata, managedFields: undefined } });
  const { timeoutMs, collect } = settings;
  const request = collect === undefined ? settings.request : requestKeeper(settings.request, timeoutMs);
  try {
    const { plan } = planRun(pod, { ...item, request, now });
    return { podBytes, addedBytes: sizeOf(plan.container) + BESIDE_CONTAINER };
  } catch (error) {
    // This pod will be a row that says so; it says nothing about the others.
    if (!isCliError(error)) throw error;
    return { podBytes, addedBytes: USUAL_BYTES };
  }
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
