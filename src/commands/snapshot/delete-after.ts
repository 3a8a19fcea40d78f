import { deletePod } from '../../cluster/api/pods.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Connected } from '../../join/connected.ts';
import { confirm } from '../../output/ask/confirm.ts';
import { printable } from '../../output/printable.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { WrittenSnapshot } from './write-snapshot.ts';

/** Names what is missing in the question: afterwards it is too late. */
function lackText({ missing }: WrittenSnapshot): string {
  if (missing.length === 0) return '';
  const names = [...new Set(missing.map(({ name }) => name))];
  return ` (its snapshot lacks ${names.join(', ')})`;
}

function questionOf(written: readonly WrittenSnapshot[]): string {
  const [first, ...others] = written;
  if (first !== undefined && others.length === 0)
    return `Delete pod ${describePod(first.pod)}${lackText(first)}?`;
  return `Delete these ${written.length} pods?`;
}

/**
 * `--then=delete`: asks, and deletes the pods whose snapshots are written, and no others that have taken their names.
 * Returns whether nothing failed; a no is not a failure.
 */
export async function deleteAfter(
  connected: Connected,
  written: readonly WrittenSnapshot[],
  { isConfirmed, signal }: { readonly isConfirmed: boolean; readonly signal: AbortSignal },
): Promise<boolean> {
  const { io, notes } = connected;
  if (written.length === 0) return true;
  if (!isConfirmed) {
    if (written.length > 1)
      for (const each of written) notes.tell(`${describePod(each.pod)}${lackText(each)}`);
    if (!(await confirm(io, questionOf(written), signal))) {
      notes.note('nothing was deleted');
      return true;
    }
  }
  let isWhole = true;
  for (const { pod } of written) {
    const why = await deleteOne(connected, pod, signal);
    if (why === undefined) io.stdout.write(`${printable(`pod ${describePod(pod)}`)} deleted\n`);
    else {
      isWhole = false;
      notes.warn(why);
    }
  }
  return isWhole;
}

async function deleteOne(
  { cluster }: Connected,
  pod: WrittenSnapshot['pod'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { uid } = pod.metadata;
  try {
    await deletePod(cluster, { ref: podRef(pod), ...(uid !== undefined && { uid }) }, signal);
    return undefined;
  } catch (error) {
    const explained = explainApiError(error, { action: `delete pod ${describePod(pod)}` });
    if (!isCliError(explained)) throw explained;
    return explained.kind === 'not-found' ? undefined : explained.message;
  }
}
