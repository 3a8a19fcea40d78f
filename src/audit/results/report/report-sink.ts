import type { Io } from '../../../io.ts';
import { openPrivateFile, orOutputFailed } from '../../../output/files/private-file.ts';
import type { RowSink } from '../sinks/row-sink.ts';
import { reportBlocks, type ReportContents } from './report-blocks.ts';

/** A report that goes to a file. */
export interface ReportFileOptions extends ReportContents {
  readonly io: Pick<Io, 'now' | 'userId' | 'calledAs'>;
  /** Absolute. */
  readonly file: string;
  /** Called when the file is in place. */
  readonly onWritten: () => void;
}

/**
 * `--report`: writes one HTML page at the end. Opens the file at once, so that an error shows before anything runs. Throws
 * `output-failed`, and so do the methods.
 */
export async function openReportSink(options: ReportFileOptions): Promise<RowSink> {
  const { io, file, onWritten } = options;
  const draft = await orOutputFailed(file, () => openPrivateFile(file, io.userId));
  return {
    finish: async (summary, tally) => {
      await orOutputFailed(file, async () => {
        for await (const block of reportBlocks(options, summary, tally)) await draft.write(block);
        await draft.commit();
      });
      onWritten();
    },
    close: draft.close,
  };
}
