import { makeOutputFolder } from './output-folder-sink.ts';
import type { RowSink } from './row-sink.ts';

interface CollectSinkOptions {
  /** Absolute. */
  readonly folder: string;
  readonly userId: number | undefined;
  /** Called at the end with what all rows have. */
  readonly onWritten: (sum: { readonly files: number; readonly bytes: number }) => void;
}

/** `--collect`: makes the folder at once, and counts the files that are in it at the end. Throws `output-failed`. */
export async function openCollectSink({ folder, userId, onWritten }: CollectSinkOptions): Promise<RowSink> {
  await makeOutputFolder(folder, userId);
  let files = 0;
  let bytes = 0;
  return {
    accept: ({ row }) => {
      for (const { size } of row.collected?.files ?? []) {
        files += 1;
        bytes += size;
      }
    },
    finish: () => onWritten({ files, bytes }),
  };
}
