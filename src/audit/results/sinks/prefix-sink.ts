import type { Io } from '../../../io.ts';
import { printable, printableLines } from '../../../output/printable.ts';
import { makeStyles, type Styles } from '../../../output/say/styles.ts';
import { writeText } from '../../../output/write-text.ts';
import { bytesText } from '../text/count-text.ts';
import { outcomeText, rowPath } from '../fold/group-words.ts';
import { readOutputText } from '../../rows/output-text.ts';
import type { JudgedRow, RowSink } from './row-sink.ts';

function bodyLines({ row }: JudgedRow): readonly string[] {
  const { bytes, isTruncated } = row.output;
  const { shown, isBinary } = readOutputText(bytes, isTruncated);
  if (isBinary) return [`(binary, ${bytesText(bytes.length)})`];
  return shown === '' ? [] : printableLines(shown).replace(/\n$/, '').split('\n');
}

function remarkLines({ row, verdict, folded }: JudgedRow, styles: Styles): readonly string[] {
  const cut = row.output.isTruncated
    ? [`(cut here: there is more than ${bytesText(row.output.bytes.length)})`]
    : [];
  const reason = row.reason === undefined ? [] : [row.reason.message].filter((message) => message !== '');
  const remarks = verdict.kind === 'passed' ? cut : [...cut, [outcomeText(folded), ...reason].join(': ')];
  return remarks.map((text) => styles.warning(printable(text)));
}

/**
 * The lines of one row, each with `[namespace/pod]` before it, and after them how the command failed and that its output
 * was cut.
 */
function prefixedText(judged: JudgedRow, hasTarget: boolean, styles: Styles): string {
  const prefix = styles.dim(`[${printable(rowPath(judged.row, hasTarget).join('/'))}]`);
  const lines = [...bodyLines(judged), ...remarkLines(judged, styles)];
  return lines.map((line) => `${prefix} ${line}`.trimEnd() + '\n').join('');
}

/** `--prefix`: the output of each command, when it ends. */
export function makePrefixSink(io: Io, hasTarget: boolean): RowSink {
  const styles = makeStyles(io, 'stdout');
  return {
    accept: async (judged) => {
      const text = prefixedText(judged, hasTarget, styles);
      if (text !== '') await writeText(io.stdout, text);
    },
  };
}
