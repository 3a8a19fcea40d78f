import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { beginCast, type CastRequest } from './cast-record.ts';
import type { RecordFile } from './record-file.ts';

const FACTS = { version: '1.2.3', commandLine: 'kubectl-debug web-1', localUser: 'ann', server: 'https://s' };

/** A file in memory, with room for so many lines. */
function aFile(roomLines = Infinity) {
  const lines: string[] = [];
  const file: RecordFile = {
    path: '/records/a.cast',
    append: (line) => {
      if (lines.length >= roomLines) throw new Error('ENOSPC: no space left on device, write');
      lines.push(line);
    },
    sha256: () => createHash('sha256').update(lines.join('')).digest('hex'),
    close: () => Promise.resolve(),
    remove: () => Promise.resolve(void lines.splice(0)),
  };
  return { file, lines, events: () => lines.slice(1).map((line): unknown => JSON.parse(line)) };
}

function aClock() {
  let ms = Date.UTC(2026, 2, 31, 12);
  return { now: () => new Date(ms), pass: (milliseconds: number) => void (ms += milliseconds) };
}

async function aCast(request: Partial<CastRequest> = {}, roomLines?: number) {
  const { file, lines, events } = aFile(roomLines);
  const { now, pass } = aClock();
  const io = { now, env: { TERM: 'xterm' }, terminal: { size: () => ({ columns: 100, rows: 30 }) } };
  const asked = { file, title: 'kubectl-debug shop/web-1', facts: FACTS, isTerminal: true, hasInput: false };
  return { ...(await beginCast(io, { ...asked, ...request })), lines, events, pass };
}

describe('beginCast', () => {
  it('begins with a header of asciicast v2, and what is known of the session', async () => {
    const facts = { ...FACTS, pod: 'web\u001b[31m-1', reason: undefined };
    const { lines } = await aCast({ facts });
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      version: 2,
      width: 100,
      height: 30,
      timestamp: Date.UTC(2026, 2, 31, 12) / 1000,
      title: 'kubectl-debug shop/web-1',
      env: { TERM: 'xterm' },
      'kubectl-debug': { ...FACTS, pod: 'web^[[31m-1' },
    });
  });

  it('has each piece with its time, and returns the same bytes to be shown', async () => {
    const { recorder, events, pass } = await aCast();
    const bytes = Buffer.from('one\r\n\u001b[1m');
    pass(1500);
    expect(recorder.output('stdout', bytes)).toBe(bytes);
    pass(250);
    recorder.output('stderr', Buffer.from('two'));
    expect(events()).toEqual([
      [1.5, 'o', 'one\r\n\u001b[1m'],
      [1.75, 'o', 'two'],
    ]);
  });

  it('keeps characters that are cut anywhere, on both streams at once', async () => {
    const { recorder, events, finish } = await aCast();
    const [out, err] = [Buffer.from('aü€😀'), Buffer.from('ß→𝄞')];
    for (let at = 0; at < out.length; at += 1) {
      recorder.output('stdout', out.subarray(at, at + 1));
      recorder.output('stderr', err.subarray(at, at + 1));
    }
    await finish('ended');
    const text = events().map((event) => (event as string[])[2]);
    expect(text.filter((each) => 'aü€😀'.includes(each ?? '')).join('')).toBe('aü€😀');
    expect(text.filter((each) => 'ß→𝄞'.includes(each ?? '')).join('')).toBe('ß→𝄞');
  });

  it('writes U+FFFD for bytes that are not UTF-8, and shows those bytes as they are', async () => {
    const { recorder, events, finish } = await aCast();
    const bytes = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]);
    expect(recorder.output('stdout', bytes)).toBe(bytes);
    await finish('ended');
    expect(events()).toEqual([
      [0, 'o', 'a\ufffdb'],
      [0, 'o', '\ufffd'],
      [0, 'm', 'ended'],
    ]);
  });

  it('adds the carriage return of a terminal if there was none', async () => {
    const { recorder, events } = await aCast({ isTerminal: false });
    recorder.output('stdout', Buffer.from('one\ntwo\r\n'));
    expect(events()).toEqual([[0, 'o', 'one\r\ntwo\r\r\n']]);
  });

  it('has new sizes, and markers as one printable line', async () => {
    const { recorder, events } = await aCast();
    recorder.resize({ columns: 100, rows: 30 });
    recorder.resize({ columns: 80, rows: 24 });
    recorder.mark('lost\n\u001b]0;x');
    expect(events()).toEqual([
      [0, 'r', '80x24'],
      [0, 'm', 'lost\\n^[]0;x'],
    ]);
  });

  it('has what is typed only if that was asked for', async () => {
    expect((await aCast()).recorder.input).toBeUndefined();
    const { recorder, events } = await aCast({ hasInput: true });
    recorder.input?.(Buffer.from('ls\r'));
    expect(events()).toEqual([[0, 'i', 'ls\r']]);
  });

  it('marks the hash of all lines so far once a minute', async () => {
    const { recorder, lines, events, pass } = await aCast();
    recorder.output('stdout', Buffer.from('one'));
    pass(60_000);
    const before = createHash('sha256').update(lines.join('')).digest('hex');
    recorder.output('stdout', Buffer.from('two'));
    expect(events()).toEqual([
      [0, 'o', 'one'],
      [60, 'm', `sha256 ${before}`],
      [60, 'o', 'two'],
    ]);
  });

  it('shows nothing that it could not record, and ends the session', async () => {
    const { recorder, events, finish } = await aCast({}, 2);
    recorder.output('stdout', Buffer.from('one'));
    expect(recorder.failing.aborted).toBe(false);
    expect(recorder.output('stdout', Buffer.from('two'))).toHaveLength(0);
    expect(recorder.output('stderr', Buffer.from('three'))).toHaveLength(0);
    expect(recorder.failing.reason).toMatchObject({ name: 'Interrupted' });
    expect(recorder.failure()).toMatchObject({
      kind: 'record-failed',
      message: 'cannot go on recording to /records/a.cast: ENOSPC: no space left on device, write',
    });
    await finish('ended');
    expect(events()).toEqual([[0, 'o', 'one']]);
  });

  it('does not begin without room for its header', async () => {
    await expect(aCast({}, 0)).rejects.toMatchObject({ kind: 'record-failed' });
  });
});
