import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Journal } from '../../audit/journal/journal.ts';
import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import { journalWithFiles } from './journal-with-files.ts';

/** How a worker collects. */
interface CollectingHere<Noting> {
  /** Sends files before their row. */
  readonly journal: Noting;
  /** With a folder of this machine in place of that of whoever follows. */
  readonly settings: AuditSettings;
  /** Removes the folder. */
  readonly close: () => void;
}

/** Prepares a worker for `--collect`; changes nothing for a command. Throws the error of the system if it has no place for files. */
export function collectHere<Noting extends Pick<Journal, 'note'>>(
  journal: Noting,
  settings: AuditSettings,
  temporary: string,
): CollectingHere<Noting> {
  const { collect } = settings;
  if (collect === undefined) return { journal, settings, close: () => undefined };
  const folder = mkdtempSync(path.join(temporary, 'kubectl-debug-files-'));
  return {
    journal: journalWithFiles(journal, { ...collect, folder }),
    settings: { ...settings, collect: { ...collect, folder } },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
