import path from 'node:path';
import { makeFolders } from '../../../system/make-folders.ts';
import { refuseTrap } from '../../../system/output-folder.ts';
import { hasRun } from '../../rows/run-row.ts';
import { outputFileName } from '../text/file-name.ts';
import { rowPath } from '../fold/group-words.ts';
import { openPrivateFile, orOutputFailed } from '../../../output/files/private-file.ts';
import type { RowSink } from './row-sink.ts';

/** Makes the folder of `--output-dir`, for its owner alone. Throws `output-failed`, also for one that others control. */
export async function makeOutputFolder(folder: string, userId: number | undefined): Promise<void> {
  await orOutputFailed(folder, () => {
    makeFolders(folder, 0o700);
    refuseTrap(folder, userId);
  });
}

interface OutputFolderOptions {
  /** Absolute. */
  readonly folder: string;
  /** Whether file names have the target, because a pod may have several rows. */
  readonly hasTarget: boolean;
  readonly userId: number | undefined;
  /** Called with the number of files when all are written. */
  readonly onWritten: (count: number) => void;
}

/**
 * `--output-dir`: writes the output of each command, byte for byte, to a file of its own. Creates the folder at once, for
 * its owner alone. Throws `output-failed`, and so do the methods.
 */
export async function openOutputFolderSink({
  folder,
  hasTarget,
  userId,
  onWritten,
}: OutputFolderOptions): Promise<RowSink> {
  await makeOutputFolder(folder, userId);
  let count = 0;
  return {
    accept: async ({ row }) => {
      if (row.output.bytes.length === 0 && !hasRun(row)) return;
      const file = path.join(folder, outputFileName(rowPath(row, hasTarget)));
      await orOutputFailed(file, async () => {
        const draft = await openPrivateFile(file, userId);
        try {
          await draft.write(row.output.bytes);
          await draft.commit();
          count += 1;
        } finally {
          await draft.close();
        }
      });
    },
    finish: () => onWritten(count),
  };
}
