import {
  appendFile,
  chmod,
  chown,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { SHARE, shareBounds } from '../../../test/drivers/soak.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { continueJournal, createJournal } from './journal.ts';
import type { JournalLine } from './journal-line.ts';
import { readJournal } from './read-journal.ts';
import { rowToJson } from '../rows/row-json.ts';

const RUN = '20260331-120000-aaaaa';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-journal-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

const io = () => anIo({ env: { XDG_STATE_HOME: state } }).io;

function aRowLine(id: string, text: string): JournalLine {
  return { kind: 'row', id, row: rowToJson(aRunRow({ output: text })) };
}

async function write(...lines: readonly JournalLine[]): Promise<string> {
  const journal = await createJournal(io(), RUN);
  await journal.note(...lines);
  await journal.close();
  return journal.path;
}

describe('readJournal', () => {
  it.each([
    { label: 'one that is longer than what is read at once', text: 'ü'.repeat(200_000) },
    { label: 'one with all kinds of line breaks', text: 'a\nb\r\nc\u2028d\u2029e\u0085' },
    { label: 'an empty one', text: '' },
  ])('reads each row with its output: $label', async ({ text }) => {
    await write({ kind: 'selected' }, aRowLine('one', text), aRowLine('two', `${text}!`));
    const { lines } = await readJournal(io(), RUN);
    expect(lines.map(({ kind }) => kind)).toEqual(['selected', 'row', 'row']);
    const outputs = lines.flatMap((line) =>
      line.kind === 'row' ? [`${line.id} ${line.read().output}`] : [],
    );
    expect(outputs).toEqual([`one ${text}`, `two ${text}!`]);
  });

  it('leaves out a line that was cut off, and appends in its place', async () => {
    const file = await write({ kind: 'selected' });
    const { size } = await stat(file);
    await appendFile(file, '{"kind":"row","id":"x');
    const { lines, length } = await readJournal(io(), RUN);
    expect({ lines, length }).toEqual({ lines: [{ kind: 'selected' }], length: size });
    const journal = await continueJournal(io(), { runId: RUN, length });
    await journal.note({ kind: 'adding', container: 'x' });
    await journal.close();
    expect((await readJournal(io(), RUN)).lines.map(({ kind }) => kind)).toEqual(['selected', 'adding']);
  });

  const folderOfJournals = () => path.join(state, 'kubectl-debug', 'audits');
  it.each<{ label: string; make: (file: string) => Promise<void>; why: RegExp }>([
    {
      label: 'in a folder that others may write to',
      make: () => chmod(folderOfJournals(), 0o777),
      why: /others may write to .*audits$/,
    },
    {
      label: 'below one that others may write to',
      make: () => chmod(state, 0o777),
      why: /others may write to /,
    },
    {
      label: 'that others may write to',
      make: (file) => chmod(file, 0o666),
      why: /others may write to .*jsonl$/,
    },
    {
      label: 'that is a link',
      make: async (file) => {
        await rename(file, `${file}.moved`);
        await symlink(`${file}.moved`, file);
      },
      why: /ELOOP/,
    },
    {
      label: 'in a folder that is a link',
      make: async () => {
        await rename(folderOfJournals(), path.join(state, 'elsewhere'));
        await symlink(path.join(state, 'elsewhere'), folderOfJournals());
      },
      why: /audits is a link$/,
    },
  ])('refuses a journal $label, and does not write to it', async ({ make, why }) => {
    const file = await write({ kind: 'selected' });
    await make(file);
    const refusal = { kind: 'journal-failed', message: expect.stringMatching(why) };
    await expect(readJournal(io(), RUN)).rejects.toMatchObject(refusal);
    await expect(continueJournal(io(), { runId: RUN, length: 0 })).rejects.toMatchObject(refusal);
    expect(await readFile(file, 'utf8')).toBe('{"kind":"selected"}\n');
  });

  it.runIf(process.geteuid?.() === 0)("refuses another user's journal", async () => {
    const file = await write({ kind: 'selected' });
    await chown(file, 65534, 65534);
    await expect(readJournal(io(), RUN)).rejects.toMatchObject({
      message: expect.stringMatching(/belongs to another user \(uid 65534\)$/),
    });
    await chown(folderOfJournals(), 65534, 65534);
    await expect(createJournal(io(), '20260331-120000-bbbbb')).rejects.toMatchObject({
      message: expect.stringMatching(/audits belongs to another user \(uid 65534\)$/),
    });
  });

  it('never reads a journal from the working directory', async () => {
    const homeless = { ...anIo({ env: { XDG_STATE_HOME: 'state' } }).io, homeDirectory: undefined };
    await expect(createJournal(homeless, RUN)).rejects.toMatchObject({
      kind: 'journal-failed',
      hint: 'set HOME, or XDG_STATE_HOME, to an absolute folder of your own',
    });
  });

  it('gives up on an endless line', async () => {
    shareBounds('journalLine');
    const file = await write({ kind: 'selected' });
    // A file that takes no room.
    await truncate(file, (401 * 1024 * 1024) / SHARE);
    await expect(readJournal(io(), RUN)).rejects.toMatchObject({
      kind: 'too-large',
      message: `a line of the journal ${file} is larger than 400 MiB`,
    });
  });

  it('names the other audits if there is no such audit', async () => {
    await write({ kind: 'selected' });
    await expect(readJournal(io(), '20260331-120000-zzzzz')).rejects.toMatchObject({
      kind: 'usage',
      hint: expect.stringContaining(RUN),
    });
  });
});
