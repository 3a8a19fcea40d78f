import { printable } from '../../../output/printable.ts';
import type { OpenRecord } from '../../../record/recorder.ts';
import { memberName, outcomeText } from '../fold/group-words.ts';
import type { JudgedRow, RowSink } from './row-sink.ts';

interface RecordSinkOptions {
  readonly record: OpenRecord;
  /** Whether a pod may have several rows, so that only their targets tell them apart. */
  readonly hasTarget: boolean;
  /** Called once with where the record is, and its hash. */
  readonly onEnd: (text: string) => void;
}

/**
 * `--record`: writes the outputs to one record, in the order in which the commands end, each below a line with its pod. A
 * record that cannot be written ends the audit: the methods throw `record-failed`.
 */
export function makeRecordSink({ record, hasTarget, onEnd }: RecordSinkOptions): RowSink {
  const { recorder } = record;
  let isEnded = false;
  const end = async (text: string): Promise<void> => {
    isEnded = true;
    onEnd(`record: ${recorder.path}, sha256 ${await record.finish(text)}`);
  };
  const throwFailure = (): void => {
    const failure = recorder.failure();
    if (failure !== undefined) throw failure;
  };
  return {
    begin: ({ runId, total }) => recorder.mark(`audit ${runId} of ${total}`),
    accept: (judged) => {
      recorder.mark(describe(judged, hasTarget));
      recorder.output('stdout', Buffer.from(`==> ${printable(headingOf(judged, hasTarget))} <==\n`));
      recorder.output('stdout', withLineEnd(judged.row.output.bytes));
      throwFailure();
    },
    finish: async (summary) => {
      await end(`ended: ${summary.end}`);
      throwFailure();
    },
    close: async () => {
      if (isEnded) return;
      if (record.isBegun()) await end('ended early');
      else await record.discard();
    },
  };
}

function headingOf({ folded }: JudgedRow, hasTarget: boolean): string {
  return `${memberName(folded, hasTarget)}: ${outcomeText(folded)}`;
}

function describe(judged: JudgedRow, hasTarget: boolean): string {
  const { uid, container, output } = judged.row;
  const added = container === '' ? '' : `, container ${container}`;
  return `${headingOf(judged, hasTarget)}; pod ${uid}${added}${output.isTruncated ? '; its output was cut' : ''}`;
}

/** The next heading begins on a line of its own. */
function withLineEnd(bytes: Uint8Array): Buffer {
  const isEnded = bytes.length === 0 || bytes.at(-1) === '\n'.charCodeAt(0);
  return isEnded ? Buffer.from(bytes) : Buffer.concat([bytes, Buffer.from('\n')]);
}
