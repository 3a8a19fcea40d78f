import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetLine } from './fleet-line.ts';
import { createLineReader } from './line-reader.ts';
import { linesConfigMap, type LinesPiece } from './lines-config-map.ts';
import { MOST_PIECE, packLines } from './lump.ts';
import { planConfigMaps } from './plan-config-maps.ts';

const run = { runId: '20261123-061500-x7k2q', namespace: 'jobs' };
const item = (name: string): FleetLine => ({ kind: 'item', item: aRunItem({ name }) });
const claim: FleetLine = { kind: 'claim' };
/** A row whose output cannot be packed. */
const row = (bytes: number): FleetLine => ({
  kind: 'row',
  id: 'audit-x',
  row: rowToJson(aRunRow({ output: randomBytes(bytes) })),
});

const HEAD = {
  ...{ kind: 'run', version: 1, runId: run.runId, startedAt: '2025-03-01T13:00:00.000Z' },
  settings: { request: { command: ['canary'] } },
};

const BIG = row(2 * MOST_PIECE);

/** The ConfigMaps of one lump. */
function lump(lines: readonly FleetLine[], at: Partial<LinesPiece> = {}): readonly ConfigMap[] {
  const pieces = packLines(lines.map((line) => JSON.stringify(line)));
  return pieces.map((bytes, number) =>
    linesConfigMap(run, {
      part: 'lines',
      worker: 0,
      writer: 'a',
      pieces: pieces.length,
      piece: number + 1,
      bytes,
      ...at,
      sequence: (at.sequence ?? 0) + number,
    }),
  );
}

function readAll(configMaps: readonly ConfigMap[]): readonly FleetLine[] {
  const reader = createLineReader();
  return configMaps.flatMap((each) => reader.see(each)).map(({ line }) => line);
}

describe('createLineReader', () => {
  it('reads the plan of a worker in its order', () => {
    const lines = Array.from({ length: 13_000 }, (_, at) => item(`web-${at}`));
    const made = planConfigMaps(run, { worker: 3 }, lines);
    expect(made.length).toBeGreaterThan(1);
    expect(made.map(({ metadata }) => metadata.name)).toEqual(
      made.map((_, at) => `audit-20261123-061500-x7k2q-plan-3-00000${at}`),
    );
    const reader = createLineReader();
    expect(made.flatMap((each) => reader.see(each))).toEqual(
      lines.map((line) => ({ worker: 3, part: 'plan', line })),
    );
  });

  it('puts together a line that is larger than a ConfigMap, whatever the order of its pieces', () => {
    const made = lump([BIG]);
    expect(made.length).toBeGreaterThan(2);
    for (const { binaryData = {} } of made)
      expect(Buffer.from(Object.values(binaryData).join(''), 'base64').length).toBeLessThanOrEqual(
        MOST_PIECE,
      );
    expect(readAll(made.toReversed())).toEqual([BIG]);
  });

  it('reads what it has seen only once', () => {
    const [first] = lump([claim]);
    expect(first && readAll([first, first])).toEqual([claim]);
  });

  it('leaves out what a writer has not completed before another one came', () => {
    const made = lump([BIG]);
    const other = lump([claim], { writer: 'b', sequence: 2 });
    expect(readAll([...made.slice(0, 2), ...other, ...made.slice(2)])).toEqual([claim]);
  });

  it('keeps the pieces of workers apart', () => {
    const [one = [], two = []] = [0, 1].map((worker) => lump([row(MOST_PIECE)], { worker }));
    const mixed = one.flatMap((each, at) => [each, ...two.slice(at, at + 1)]);
    expect(readAll(mixed)).toHaveLength(2);
  });

  it.each<{ readonly label: string; readonly configMap: ConfigMap }>([
    { label: 'of other programs', configMap: { metadata: { name: 'x-1' } } },
    {
      label: 'of the counts',
      configMap: { metadata: { name: 'audit-counts', labels: { 'kubectl-debug/part': 'counts' } } },
    },
  ])('finds nothing in ConfigMaps $label', ({ configMap }) => {
    expect(readAll([configMap])).toEqual([]);
  });

  it('adds nothing to a plan that is complete', () => {
    const plan = planConfigMaps(run, { worker: 0 }, [item('web-1'), { kind: 'selected' }]);
    const more = lump([item('web-2')], { part: 'plan', writer: '', sequence: 1 });
    expect(readAll([...plan, ...more])).toEqual([item('web-1'), { kind: 'selected' }]);
  });

  it('reads the first ConfigMap of a plan also after its last one', () => {
    const first = lump([item('web-1')], { part: 'plan', writer: '' });
    const last = lump([{ kind: 'selected' }], { part: 'plan', writer: '', sequence: 1 });
    expect(readAll([...last, ...first])).toEqual([{ kind: 'selected' }, item('web-1')]);
  });

  it('takes pods and commands from plans only, and results from no plan', () => {
    expect(readAll(lump([item('web-1'), claim, { kind: 'selected' }]))).toEqual([claim]);
    expect(readAll(lump([item('web-1'), claim, row(1)], { part: 'plan' }))).toEqual([item('web-1')]);
  });

  it('finds nothing in a ConfigMap that has our labels and another name', () => {
    const forged = lump([claim]).map((each) => ({
      ...each,
      metadata: { ...each.metadata, name: 'audit-0-000000' },
    }));
    expect(readAll(forged)).toEqual([]);
  });

  it.each([
    { label: 'more pieces than any lump has', numbers: { pieces: 600_000 } },
    { label: 'a piece that is none', numbers: { pieces: 1, piece: 2 } },
  ])('finds nothing in a ConfigMap with $label', ({ numbers }) => {
    expect(readAll(lump([claim], numbers))).toEqual([]);
  });

  it.each([
    { label: 'no gzip', bytes: Buffer.from('hello') },
    { label: 'no JSON', bytes: packLines(['{"secret": canary'])[0] },
    { label: 'no line', bytes: packLines(['[1]'])[0] },
    {
      label: 'an item without a pod',
      bytes: packLines(['{"kind":"item","item":{"container":"canary"}}'])[0],
    },
    { label: 'a file without bytes', bytes: packLines(['{"kind":"file","id":"canary"}'])[0] },
    { label: 'a head of another version', bytes: packLines([JSON.stringify({ ...HEAD, version: 2 })])[0] },
    { label: 'a head without a command', bytes: packLines([JSON.stringify({ ...HEAD, settings: {} })])[0] },
  ])('refuses $label, without its text', ({ bytes = Buffer.alloc(0) }) => {
    const [first] = lump([claim], { bytes });
    const read = (): unknown => first && createLineReader().see(first);
    expect(read).toThrow(/^ConfigMap jobs\/audit-.*-lines-0-000000 holds no lines of an audit: (?!.*canary)/);
  });
});
