import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import type { JournalLine } from '../../audit/journal/journal-line.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import { openClusterJournal } from './cluster-journal.ts';

const row = (id: string, output = ''): JournalLine => ({
  kind: 'row',
  id,
  row: rowToJson(aRunRow({ output })),
});
const line = (kind: 'adding' | 'exec' | 'copying', container: string): JournalLine => ({ kind, container });

function open(write: (texts: readonly string[]) => Promise<void> = () => Promise.resolve()) {
  const fake = anIo();
  const written: string[] = [];
  const writer = {
    write: async (texts: readonly string[]) => {
      await write(texts);
      written.push(texts.map((text) => (JSON.parse(text) as JournalLine).kind).join(' '));
    },
  };
  const journal = openClusterJournal(fake.io, writer, { name: 'j', pauseMs: () => 1000, copied: ['c0'] });
  return { ...fake, journal, written };
}

describe('openClusterJournal', () => {
  it('lets lines wait for others, and not their writer', async () => {
    const { journal, written, advance } = open();
    await journal.note(line('adding', 'a'));
    await journal.note(row('a'));
    expect(written).toEqual([]);
    await advance(1000);
    await journal.note(line('adding', 'b'));
    expect(written).toEqual(['adding row']);
  });

  it.each([
    { label: 'a command begins in a keeper', lines: [line('exec', 'a')] },
    { label: 'a copy is made', lines: [line('copying', 'a')] },
    { label: 'a copy of before is deleted', lines: [row('c0')] },
  ])('writes at once before $label', async ({ lines }) => {
    const { journal, written } = open();
    await journal.note(...lines);
    expect(written).toHaveLength(1);
  });

  it('writes the row of an item with a copy at once, and that of another one later', async () => {
    const { journal, written } = open();
    await journal.note(line('copying', 'a'));
    await journal.note(row('b'));
    expect(written).toEqual(['copying']);
    await journal.note(row('a'));
    expect(written).toEqual(['copying', 'row row']);
  });

  it('makes its writers wait when the cluster takes nothing for long', async () => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const { journal } = open(() => gate);
    let noted = 0;
    const big = row('a', 'x'.repeat(1024 * 1024));
    const all = Array.from({ length: 12 }, () => journal.note(big).then(() => (noted += 1)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(noted).toBeGreaterThan(1);
    expect(noted).toBeLessThan(10);
    letGo();
    await Promise.all(all);
  });

  it('writes what waits when it is closed, and nothing after that', async () => {
    const { journal, written } = open();
    await journal.note(row('a'));
    await journal.close();
    void journal.note(row('b'));
    await journal.flush();
    expect(written).toEqual(['row']);
  });

  it('is broken once a write fails', async () => {
    const { journal } = open(() => Promise.reject(new Error('full')));
    await journal.note(row('a'));
    await expect(journal.flush()).rejects.toThrow('full');
    expect(journal.broken.aborted).toBe(true);
    await expect(journal.note(line('exec', 'a'))).rejects.toThrow('full');
  });
});
