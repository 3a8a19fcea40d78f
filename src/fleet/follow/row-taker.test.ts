import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import type { FileLine, JournalLine } from '../../audit/journal/journal-line.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FileReceiver } from '../files/receive-files.ts';
import type { FleetLine } from '../lines/fleet-line.ts';
import { linesConfigMap } from '../lines/lines-config-map.ts';
import { packLines } from '../lines/lump.ts';
import type { FollowedPlan } from '../seen/followed-plan.ts';
import { openRowTaker } from './row-taker.ts';

const RUN = { runId: '20261123-061500-x7k2q', namespace: 'jobs' };
const ITEM = aRunItem({ name: 'web-1' });
const ID = ITEM.container;
const ROW: JournalLine = { kind: 'row', id: ID, row: rowToJson(aRunRow({ pod: 'web-1', uid: ITEM.uid })) };
const FILE: FileLine = {
  kind: 'file',
  id: ID,
  container: 'app',
  top: '/etc',
  path: '',
  type: 'folder',
  size: 0,
  mode: 0o755,
  mtime: 0,
  offset: 0,
  bytes: '',
};

/** A plan of one item. Its head is not read here. */
const PLAN: Pick<FollowedPlan, 'items' | 'skipped'> = {
  items: new Map([[ID, { item: ITEM, worker: 0 }]]),
  skipped: [],
};

function configMap(sequence: number, ...lines: readonly FleetLine[]): ConfigMap {
  const [bytes = Buffer.alloc(0)] = packLines(lines.map((line) => JSON.stringify(line)));
  const place = { part: 'lines', worker: 0, writer: 'a', sequence, piece: 1, pieces: 1, bytes } as const;
  return linesConfigMap(RUN, place);
}

/** Takes ConfigMaps, and tells what came out, in its order. */
async function takeAll(...configMaps: readonly ConfigMap[]): Promise<readonly string[]> {
  const told: string[] = [];
  const files: Pick<FileReceiver, 'see' | 'complete'> = {
    see: ({ path }) => Promise.resolve(void told.push(`file "${path}"`)),
    complete: (id, row) => {
      told.push(`complete ${id}`);
      return { ...row, notes: ['completed'] };
    },
  };
  const warn = (text: string): void => void told.push(`warning ${text}`);
  const accept = (row: RunRow) => Promise.resolve(void told.push(`row ${row.pod} ${row.notes.join()}`));
  const taker = openRowTaker({ results: { accept }, plan: PLAN, files, warn });
  for (const each of configMaps) await taker.take(each);
  return told;
}

describe('openRowTaker', () => {
  it('passes each warning of the workers once', async () => {
    const warning = (text: string) => ({ kind: 'warning', text }) as const;
    const told = await takeAll(configMap(0, warning('a'), warning('b')), configMap(1, warning('a')));
    expect(told).toEqual(['warning a', 'warning b']);
  });

  it('gives the files of a row their names before it shows the row', async () => {
    const told = await takeAll(configMap(0, FILE, { ...FILE, path: 'a' }), configMap(1, ROW));
    expect(told).toEqual(['file ""', 'file "a"', `complete ${ID}`, 'row web-1 completed']);
  });

  it.each([
    { label: 'another pod', row: { pod: 'web-2', uid: ITEM.uid } },
    { label: 'another namespace', row: { namespace: 'kube-system', uid: ITEM.uid } },
    { label: 'an earlier pod of that name', row: { uid: 'uid-earlier' } },
  ])('takes no row under the name of an item that is of $label', async ({ row }) => {
    const forged: JournalLine = { kind: 'row', id: ID, row: rowToJson(aRunRow(row)) };
    expect(await takeAll(configMap(0, forged), configMap(1, ROW))).toEqual([
      `complete ${ID}`,
      'row web-1 completed',
    ]);
  });

  it('takes neither files nor a row of an item that has its row', async () => {
    const told = await takeAll(configMap(0, ROW), configMap(1, FILE, ROW));
    expect(told).toEqual([`complete ${ID}`, 'row web-1 completed']);
  });

  it('leaves out the rows of items that nobody planned', async () => {
    expect(await takeAll(configMap(0, { ...ROW, id: 'audit-other' }))).toEqual([]);
  });
});
