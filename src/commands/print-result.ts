import type { Io } from '../io.ts';
import { printable } from '../output/printable.ts';
import { printObject } from '../output/print-object.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import type { Pod } from '../pod/types.ts';
import type { ResultMode } from './result-mode.ts';

/** Prints the pod that was, or would be, created or changed; without a format one line, as kubectl's dry runs do. */
export function printResult(
  io: Io,
  result: Extract<ResultMode, { kind: 'print' }> & { readonly plan: DebugPlan; readonly pod: Pod },
): void {
  const { plan, pod, format, dryRun } = result;
  if (format === undefined) {
    const verb = plan.kind === 'ephemeral' ? 'patched' : 'created';
    const where = dryRun === 'server' ? 'server dry run' : 'dry run';
    io.stdout.write(`pod/${printable(pod.metadata.name ?? '')} ${verb} (${where})\n`);
    return;
  }
  const object: Pod = { ...pod, apiVersion: 'v1', kind: 'Pod' };
  io.stdout.write(printObject(object, format));
}
