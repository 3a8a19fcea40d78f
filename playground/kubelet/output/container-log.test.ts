import { expect, it } from 'vitest';
import { ContainerLog } from './container-log.ts';
import type { LogReadOptions } from './log-reader.ts';

const START_MS = Date.parse('2025-03-01T12:00:00.250Z');

function aLog(...lines: readonly string[]): ContainerLog {
  const log = new ContainerLog(() => new Date(START_MS));
  for (const line of lines) log.append('stdout', Buffer.from(line));
  return log;
}

async function read(log: ContainerLog, options: Partial<LogReadOptions> = {}): Promise<string> {
  let text = '';
  const signal = AbortSignal.timeout(10_000);
  for await (const chunk of log.read({ follow: false, timestamps: false, signal, ...options }))
    text += chunk.toString();
  signal.throwIfAborted();
  return text;
}

const S0 = '2025-03-01T12:00:00.250000000Z';
const S1 = '2025-03-01T12:00:00.250000001Z';
const S2 = '2025-03-01T12:00:00.250000002Z';

it.each<{ label: string; options: Partial<LogReadOptions>; text: string }>([
  { label: 'everything', options: {}, text: 'one\ntwo\nthree\n' },
  { label: 'stamps that differ', options: { timestamps: true }, text: `${S0} one\n${S1} two\n${S2} three\n` },
  { label: 'the tail', options: { tailLines: 2 }, text: 'two\nthree\n' },
  { label: 'no tail', options: { tailLines: 0 }, text: '' },
  { label: 'more tail than there is', options: { tailLines: 9 }, text: 'one\ntwo\nthree\n' },
  { label: 'a number of bytes', options: { limitBytes: 5 }, text: 'one\nt' },
  { label: 'a number of bytes with stamps', options: { limitBytes: 33, timestamps: true }, text: `${S0} on` },
  {
    label: 'lines since a time',
    options: { sinceTime: new Date('2025-03-01T12:00:00Z') },
    text: 'one\ntwo\nthree\n',
  },
  { label: 'nothing since a later time', options: { sinceTime: new Date('2025-03-01T12:00:01Z') }, text: '' },
])('reads $label', async ({ options, text }) => {
  expect(await read(aLog('one\ntwo\n', 'three\n'), options)).toBe(text);
});

it('holds an unfinished line back until its end or the end of the container', async () => {
  const log = aLog('part');
  log.append('stderr', Buffer.from('err\n'));
  expect(await read(log)).toBe('err\n');
  log.append('stdout', Buffer.from('rest\nopen'));
  expect(await read(log)).toBe('err\npartrest\n');
  log.close();
  expect(await read(log, { follow: true })).toBe('err\npartrest\nopen');
});

it('stamps a line once that is stored in parts', async () => {
  const line = `${'x'.repeat(20_000)}\n`;
  expect(await read(aLog(line), { timestamps: true })).toBe(`${S0} ${line}`);
});

it('counts the parts of a long line as lines of the tail', async () => {
  expect(await read(aLog(`${'x'.repeat(16_384)}yyy\n`), { tailLines: 1 })).toBe('yyy\n');
});

it('lets a follower see what comes, until the container has ended', async () => {
  const log = aLog('one\n');
  const reader = log.read({ follow: true, timestamps: false, signal: new AbortController().signal });
  expect(String((await reader.next()).value)).toBe('one\n');
  const next = reader.next();
  log.append('stdout', Buffer.from('two\n'));
  expect(String((await next).value)).toBe('two\n');
  const last = reader.next();
  log.close();
  expect(await last).toEqual({ done: true, value: undefined });
});

it('ends for a follower who is gone', async () => {
  const gone = new AbortController();
  const reader = aLog().read({ follow: true, timestamps: false, signal: gone.signal });
  const next = reader.next();
  gone.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

it('loses what was rotated away for later readers, and nothing for one who follows', async () => {
  const log = aLog();
  const follower = read(log, { follow: true });
  const line = `${'x'.repeat(1023)}\n`;
  for (let index = 0; index < 12_000; index += 1) log.append('stdout', Buffer.from(line));
  const late = await read(log);
  log.close();
  expect((await follower).length).toBe(12_000 * 1024);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(3 * 1024 * 1024);
});
