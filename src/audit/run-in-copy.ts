import { podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';
import { followPod, rowOfFailure } from './follow-pod.ts';
import { lacksShell, runToTheEnd } from './run-to-the-end.ts';
import { rowOfVanished, type Run } from './run/one-run.ts';
import { requireRights } from './run/require-rights.ts';
import { copyRef, createCopy, findCopy, type AuditCopy } from './run/run-copy.ts';
import type { RunRow } from './rows/run-row.ts';

interface CopyToRun {
  readonly copy: AuditCopy;
  /** The pod it was copied from; undefined once that is gone. */
  readonly original: Pod | undefined;
  /** Why the command runs in a copy. */
  readonly why: string;
}

/** Runs the command in a new copy of the pod; `why` says what kept it out of the pod itself. */
export async function runInCopy(run: Run, pod: Pod, why: string): Promise<RunRow> {
  const { context, item } = run;
  run.stage = 'adding';
  try {
    await requireRights(context, ['log', 'deletion'], copyRef(item));
    await context.journal.note({ kind: 'copying', container: item.container });
    run.copy = await createCopy(context, { pod, item });
  } catch (error) {
    return rowOfFailure(run, error);
  }
  return await followCopy(run, { copy: run.copy, original: pod, why });
}

/**
 * Goes on with the copy that an interrupted audit left; undefined if it is gone. To use another copy, or the pod itself,
 * would run the command twice.
 */
export async function runInFoundCopy(run: Run): Promise<RunRow | undefined> {
  run.stage = 'adding';
  try {
    run.copy = await findCopy(run.context, run.item);
  } catch (error) {
    return rowOfFailure(run, error);
  }
  run.stage = 'planning';
  const original = run.context.watch.find(run.item.uid);
  const why = 'as found when the audit was resumed';
  return run.copy && (await followCopy(run, { copy: run.copy, original, why }));
}

async function followCopy(run: Run, { copy, original, why }: CopyToRun): Promise<RunRow> {
  const { pod, profile, notes } = copy;
  const how = `ran in a copy, ${podRef(pod).name}: ${why}`;
  run.facts = { container: run.container, profile, notes: [how, ...notes] };
  const row = await followPod(run, pod, async (watch) => {
    // The copy may have changed since the server returned it.
    await watch.renew(run.context.ending);
    try {
      return await runToTheEnd(run, pod, watch);
    } catch (error) {
      if (!lacksShell(run, error)) throw error;
      return undefined;
    }
  });
  return row ?? (await replaceCopy(run, { copy, original, why }));
}

/** Runs the command in another copy, without an envelope, because the image has no shell. */
async function replaceCopy(run: Run, { copy, original, why }: CopyToRun): Promise<RunRow> {
  await copy.remove();
  return original === undefined ? rowOfVanished(run, 'the copy was deleted') : runInCopy(run, original, why);
}
