import { commandText } from '../../errors/shell-word.ts';
import type { AuditContext } from './audit-context.ts';
import { judgeFailure } from './judge-failure.ts';
import type { Run } from './one-run.ts';
import { copyRef, findCopy } from './run-copy.ts';
import type { RunItem } from '../rows/run-item.ts';

type Removing = Pick<AuditContext, 'cluster' | 'settings' | 'journal' | 'warn'>;

/** Deletes the copy of a run, if it has one; warns if that fails. Throws `journal-failed`. */
export async function removeCopy(
  removing: Removing,
  { item, copy }: Pick<Run, 'item' | 'copy'>,
): Promise<void> {
  if (copy === undefined) return;
  const why = await copy.remove();
  if (why === undefined) await removing.journal.note({ kind: 'copy-deleted', container: item.container });
  else warn(removing, item, why);
}

/**
 * Deletes the copies that an interrupted audit has left (`maybeCopied`), except those of `items`, which still need them. Warns
 * about each copy that stays. Throws `journal-failed`.
 */
export async function removeCopies(
  removing: Removing,
  { items, maybeCopied }: { readonly items: readonly RunItem[]; readonly maybeCopied: readonly RunItem[] },
): Promise<void> {
  const isNeeded = new Set(items.map(({ container }) => container));
  for (const item of maybeCopied) {
    if (isNeeded.has(item.container)) continue;
    try {
      await removeCopy(removing, { item, copy: await findCopy(removing, item) });
    } catch (error) {
      const judgement = judgeFailure(error, 'running');
      if (judgement === undefined) throw error;
      warn(removing, item, judgement.reason.message);
    }
  }
}

function warn({ warn: say }: Removing, item: RunItem, why: string): void {
  const { namespace, name } = copyRef(item);
  say(
    `copy ${namespace}/${name} stays: ${why}; to remove it: ${commandText`kubectl delete pod ${name} -n ${namespace}`}`,
  );
}
