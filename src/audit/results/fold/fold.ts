import { createHash } from 'node:crypto';
import { hasRun, type RunOutput } from '../../rows/run-row.ts';
import { chooseClasses, type Keys } from './choose-classes.ts';
import type { FoldedRow, FoldGroup, FoldSample, FoldSection, GroupBy } from './fold-group.ts';
import { compareGroups, compareRows, compareSections, sectionOf } from './fold-order.ts';
import { groupRows } from './group-rows.ts';
import { maskOutput, showMasked } from './mask.ts';
import { readOutputText } from '../../rows/output-text.ts';
import type { StoredBytes, TextStore } from './text-store.ts';
import type { UserPattern } from './user-pattern.ts';

/** Collects the rows of an audit, and keeps each different output once. */
export interface Fold {
  /** The rows so far, in the order in which they were added. */
  readonly rows: readonly FoldedRow[];
  readonly add: (row: FoldedRow, output: RunOutput) => void;
  /** Groups the rows. Sections with only one group, the same in each, become one section. */
  readonly sections: (groupBy: GroupBy | undefined) => readonly FoldSection[];
}

interface FoldOptions {
  readonly masks: readonly UserPattern[];
  readonly store: TextStore;
}

/** The first of equal outputs, with the row whose names are masked in it. */
interface FirstOutput {
  readonly rawKey: string;
  readonly stored: StoredBytes;
  readonly row: FoldedRow;
  readonly isTruncated: boolean;
}

interface Entry {
  readonly row: FoldedRow;
  readonly keys: Keys;
}

/** What is compared: the output of a command that ran, or the reason why it did not. */
function comparedOf(row: FoldedRow, output: RunOutput): RunOutput {
  return hasRun(row) ? output : { bytes: Buffer.from(row.reason?.message ?? ''), isTruncated: false };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function keysOf(row: FoldedRow, { bytes, isTruncated }: RunOutput, masks: readonly UserPattern[]): Keys {
  const { encoding, exact } = readOutputText(bytes, isTruncated);
  const head = [row.outcome, row.exitCode, row.reason?.kind, row.verdict.kind, encoding, isTruncated].join(
    ' ',
  );
  const masked = maskOutput(exact, row, masks);
  const rawDigest = digestOf(exact);
  const maskedDigest = masked === exact ? rawDigest : digestOf(masked);
  return [`masked ${head} ${maskedDigest}`, `raw ${head} ${rawDigest}`];
}

function sampleOf(first: FirstOutput, isMasked: boolean, masks: readonly UserPattern[]): FoldSample {
  const { row, isTruncated } = first;
  const bytes = first.stored.read();
  const { encoding, exact, shown, isBinary } = readOutputText(bytes, isTruncated);
  const masked = showMasked(maskOutput(exact, row, masks));
  const comparable = encoding === 'utf8' ? masked : Buffer.from(masked, 'latin1').toString();
  return {
    text: isMasked ? comparable : shown,
    comparable,
    isMasked,
    isBinary,
    isTruncated,
    byteCount: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Makes a fold. It keeps outputs in `store`, which has to stay open as long as samples are read. */
export function makeFold({ masks, store }: FoldOptions): Fold {
  const entries: Entry[] = [];
  const rows: FoldedRow[] = [];
  const firsts = new Map<string, FirstOutput>();
  const maskedKeyOfRaw = new Map<string, string>();
  const keep = (row: FoldedRow, output: RunOutput, [maskedKey, rawKey]: Keys): void => {
    const isNew = !firsts.has(maskedKey);
    // Masking made equal outputs different, so keep one for the raw key too.
    const isSplit = maskedKeyOfRaw.has(rawKey) && maskedKeyOfRaw.get(rawKey) !== maskedKey;
    if (!maskedKeyOfRaw.has(rawKey)) maskedKeyOfRaw.set(rawKey, maskedKey);
    if (!isNew && (!isSplit || firsts.has(rawKey))) return;
    const first = { rawKey, stored: store.put(output.bytes), row, isTruncated: output.isTruncated };
    if (isNew) firsts.set(maskedKey, first);
    if (!firsts.has(rawKey)) firsts.set(rawKey, first);
  };
  const groupOf = (key: string, members: readonly Entry[]): FoldGroup => {
    const first = firsts.get(key);
    const sorted = members.map(({ row }) => row).toSorted(compareRows);
    const [row] = sorted;
    if (first === undefined || row === undefined) throw new Error('a group without an output');
    const isExact = members.every(({ keys: [, rawKey] }) => rawKey === first.rawKey);
    return { members: sorted, first: row, sample: () => sampleOf(first, !isExact, masks) };
  };
  return {
    rows,
    add: (row, output) => {
      const compared = comparedOf(row, output);
      const keys = keysOf(row, compared, masks);
      keep(row, compared, keys);
      entries.push({ row, keys });
      rows.push(row);
    },
    sections: (groupBy) => foldSections(entries, groupBy, groupOf),
  };
}

interface Folded {
  readonly name: string;
  readonly classes: readonly { readonly key: string; readonly members: readonly Entry[] }[];
}

function foldSections(
  entries: readonly Entry[],
  groupBy: GroupBy | undefined,
  groupOf: (key: string, members: readonly Entry[]) => FoldGroup,
): readonly FoldSection[] {
  const bySection = groupRows(entries, ({ row }) => sectionOf(row, groupBy));
  const folded = [...bySection].map(([name, own]): Folded => {
    const classes = chooseClasses(own.map(({ keys }) => keys));
    return {
      name,
      classes: classes.map(({ key, members }) => ({ key, members: members.flatMap((i) => own[i] ?? []) })),
    };
  });
  const alike = groupRows(folded, ({ name, classes }) =>
    classes.length === 1 ? (classes[0]?.key ?? '') : `section ${name}`,
  );
  return [...alike.values()]
    .map((parts): FoldSection => {
      const byKey = groupRows(
        parts.flatMap(({ classes }) => classes),
        ({ key }) => key,
      );
      const groups = [...byKey]
        .map(([key, classes]) =>
          groupOf(
            key,
            classes.flatMap(({ members }) => members),
          ),
        )
        .toSorted(compareGroups);
      return { names: groupBy === undefined ? [] : parts.map(({ name }) => name).toSorted(), groups };
    })
    .toSorted(compareSections);
}
