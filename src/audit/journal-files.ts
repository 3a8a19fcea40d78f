import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { Io } from '../io.ts';

/** As `makeRunId` makes them: a part of a file's name. */
const RUN_ID = /^[0-9]{8}-[0-9]{6}-[a-z0-9]{5}$/;
/** Pods live shorter than this, so that there is hardly anything left to resume. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The journal of a run. */
export function journalPath(io: Pick<Io, 'env' | 'homeDirectory'>, runId: string): string {
  return path.join(folderOf(io), `${runId}.jsonl`);
}

/** The runs that have a journal, the oldest first. */
export async function listRuns(io: Pick<Io, 'env' | 'homeDirectory'>): Promise<readonly string[]> {
  const names = await readdir(folderOf(io)).catch(() => []); // no run was ever started here
  return names
    .map((name) => path.basename(name, '.jsonl'))
    .filter((name) => RUN_ID.test(name))
    .toSorted();
}

/** Deletes the journals that nothing was written to for 30 days. One that cannot be deleted is nobody's trouble. */
export async function pruneJournals(io: Pick<Io, 'env' | 'homeDirectory' | 'now'>): Promise<void> {
  const oldestMs = io.now().getTime() - KEPT_DAYS * DAY_MS;
  for (const run of await listRuns(io)) {
    const file = journalPath(io, run);
    const isOld = await stat(file).then(
      ({ mtimeMs }) => mtimeMs < oldestMs,
      () => false, // another audit has just finished and deleted it
    );
    if (isOld) await unlink(file).catch(() => undefined); // see above
  }
}

/** A journal that cannot be read or written. */
export function journalFailed(cause: unknown, file: string): CliError {
  return new CliError('journal-failed', `cannot keep the journal ${file}: ${errorText(cause)}`, {
    hint: 'set XDG_STATE_HOME to a folder that can be written',
    cause,
  });
}

/** The XDG state folder, which is the user's own. */
function folderOf({ env, homeDirectory }: Pick<Io, 'env' | 'homeDirectory'>): string {
  const state = env['XDG_STATE_HOME'] ?? '';
  return path.join(
    state === '' ? path.join(homeDirectory, '.local', 'state') : state,
    'kubectl-debug',
    'audits',
  );
}
