import path from 'node:path';
import { makePlace } from '../../audit/collect/make-place.ts';
import type { FileLine } from '../../audit/journal/journal-line.ts';
import { safeName } from '../../audit/results/text/file-name.ts';
import type { CollectSettings } from '../../audit/rows/audit-settings.ts';
import type { LeftOut } from '../../audit/rows/collected.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FileWriter, SourceEntry } from '../../files/file-sink.ts';
import { pathText } from '../../files/names/path-text.ts';
import type { LocalTree } from '../../files/receive/local-tree.ts';
import { openLocalTree } from '../../files/receive/open-local-tree.ts';
import type { Io } from '../../io.ts';
import type { PodRef } from '../../pod/types.ts';

/** Writes the files that workers send to `--output-dir`, as a local run would have written them. */
export interface FileReceiver {
  /** Takes a line. Ignores one that belongs to no item. Throws `write-failed` and `too-large`. */
  readonly see: (line: FileLine) => Promise<void>;
  /** Gives the files of a row their names. Returns the row, without what this machine cannot have. Throws `write-failed`. */
  readonly complete: (id: string, row: RunRow) => RunRow;
  /** Closes what is open; what has come of it stays beside its place. */
  readonly close: () => void;
}

interface Receiving {
  readonly io: Pick<Io, 'platform' | 'userId' | 'now'>;
  readonly collect: Pick<CollectSettings, 'paths' | 'folder'>;
  /** How many bytes all workers together may send. */
  readonly most: number;
  /** The pod of an item, by the name of its debug container. */
  readonly podOf: (id: string) => PodRef | undefined;
}

/** The largest `--max-total` of all workers together: their files pass through etcd, which has 2 GiB by default. */
export const MOST_THROUGH_ETCD = 512 * 1024 * 1024;

/** A path of `--collect` of one container. */
interface OpenTop {
  readonly top: string;
  readonly tree: LocalTree;
  writer: FileWriter | undefined;
  bytes: number;
}

/** Makes a receiver. Nothing is trusted that a line says: names are checked as those of a container are. */
export function receiveFiles(receiving: Receiving): FileReceiver {
  const { collect, podOf, most } = receiving;
  const open = new Map<string, Map<string, OpenTop>>();
  let total = 0;
  const topOf = (line: FileLine): OpenTop | undefined => {
    const tops = open.get(line.id) ?? new Map<string, OpenTop>();
    const known = tops.get(line.top);
    if (line.path !== '' || line.offset > 0) return known;
    const pod = podOf(line.id);
    if (pod === undefined || !collect.paths.includes(line.top)) return undefined;
    // A worker that was killed sends them again.
    known?.tree.abandon();
    total -= known?.bytes ?? 0;
    const made = { top: line.top, tree: openTree(receiving, pod, line), writer: undefined, bytes: 0 };
    open.set(line.id, tops.set(line.top, made));
    return made;
  };
  return {
    see: async (line) => {
      const at = topOf(line);
      if (at === undefined) return;
      const bytes = Buffer.from(line.bytes, 'base64');
      at.bytes += bytes.length;
      total += bytes.length;
      if (total > most) throw tooMuch();
      await take(at, line, bytes);
    },
    complete: (id, row) => {
      const tops = [...(open.get(id)?.values() ?? [])];
      open.delete(id);
      return withoutRefused(row, tops.flatMap(commit));
    },
    close: () => {
      for (const tops of open.values()) for (const { tree } of tops.values()) tree.abandon();
      open.clear();
    },
  };
}

function tooMuch(): CliError {
  return new CliError('too-large', 'the workers of the audit have sent more files than --max-total allows', {
    hint: 'see who else may write ConfigMaps in the namespace of its Job',
  });
}

function openTree({ io, collect }: Receiving, pod: PodRef, { container, top }: FileLine): LocalTree {
  const names = [pod.namespace, pod.name, container].map(safeName);
  const place = makePlace(collect.folder, [...names, ...top.split('/').filter((name) => name !== '')]);
  return openLocalTree(path.resolve(place), io);
}

async function take(at: OpenTop, line: FileLine, bytes: Buffer): Promise<void> {
  const { tree } = at;
  const entry: SourceEntry = { ...line, kind: line.type };
  switch (line.type) {
    case 'folder':
      await tree.addFolder(entry);
      return;
    case 'link':
      await tree.addLink(entry, bytes.toString('latin1'));
      return;
    case 'file':
      if (line.offset === 0) at.writer = tree.openFile(entry, 0);
      await at.writer?.write(bytes);
      if (line.offset + bytes.length < line.size) return;
      await at.writer?.finish();
      at.writer = undefined;
  }
}

function commit({ top, tree }: OpenTop): readonly LeftOut[] {
  try {
    tree.commit();
  } catch (error) {
    tree.abandon();
    throw error;
  }
  const above = Buffer.from(top).toString('latin1');
  return tree
    .refused()
    .flatMap(({ why, paths }) =>
      paths.map((one) => ({ path: pathText(one === '' ? above : `${above}/${one}`), why })),
    );
}

function withoutRefused(row: RunRow, refused: readonly LeftOut[]): RunRow {
  const { collected } = row;
  if (collected === undefined || refused.length === 0) return row;
  const lost = new Set(refused.map(({ path: one }) => one));
  const files = collected.files.filter((file) => !lost.has(file.path));
  const notes = [...row.notes, `files that this machine cannot have were left out: ${refused.length}`];
  return { ...row, collected: { files, leftOut: [...collected.leftOut, ...refused] }, exitCode: 1, notes };
}
