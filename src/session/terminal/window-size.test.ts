import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import type { TerminalSize } from '../../io.ts';
import { nudge, tellWindowSize, windowSize } from './window-size.ts';

function tell(hasOutput: () => boolean = () => true) {
  const fake = anIo({ isTerminal: true });
  const over = new AbortController();
  const told: string[] = [];
  const resize = ({ columns, rows }: TerminalSize): number => told.push(`${columns}x${rows}`);
  const ended = tellWindowSize(fake.io, { resize, hasOutput }, over.signal);
  return { fake, told, ended, end: () => over.abort() };
}

describe('tellWindowSize', () => {
  it('tells the size at once, as a change from one that is a column wider', () => {
    expect(tell().told).toEqual(['81x24', '80x24']);
  });

  it('tells it again, a few times, as long as nothing comes', async () => {
    const { told, fake } = tell(() => false);
    for (const milliseconds of [25, 60, 150, 400]) await fake.advance(milliseconds);
    expect(told).toEqual(Array.from({ length: 5 }, () => ['81x24', '80x24']).flat());
  });

  it('then lets a slow shell see the larger size, and ends with the true one', async () => {
    const { told, fake } = tell(() => false);
    for (const milliseconds of [25, 60, 150, 400]) await fake.advance(milliseconds);
    told.length = 0;
    await fake.advance(400);
    expect(told).toEqual(['80x25']);
    await fake.advance(50);
    expect(told).toEqual(['80x25', '80x24']);
    for (const milliseconds of [500, 150, 1500, 500, 60_000]) await fake.advance(milliseconds);
    expect(told).toEqual(['80x25', '80x24', '80x25', '80x24', '80x25', '80x24']);
  });

  it('tells it no more once something has come', async () => {
    const { told, fake } = tell(() => true);
    for (const milliseconds of [25, 60, 150, 400]) await fake.advance(milliseconds);
    expect(told).toEqual(['81x24', '80x24']);
  });

  it('tells each change, a storm of them once, and the newest', async () => {
    const { told, fake } = tell();
    fake.resizeTo({ columns: 90, rows: 30 });
    fake.resizeTo({ columns: 100, rows: 40 });
    await fake.advance(20);
    fake.resizeTo({ columns: 110, rows: 50 });
    await fake.advance(20);
    expect(told.slice(2)).toEqual(['100x40', '110x50']);
  });

  it('ends with the session, also while a program is to see the larger size', async () => {
    const { told, fake, ended, end } = tell(() => false);
    for (const milliseconds of [25, 60, 150, 400, 400]) await fake.advance(milliseconds);
    expect(told.at(-1)).toBe('80x25');
    const { length } = told;
    end();
    await ended;
    await fake.advance(60_000);
    expect(told).toHaveLength(length);
  });

  it('ends with the session and hears no more changes', async () => {
    const { told, fake, ended, end } = tell();
    fake.resizeTo({ columns: 90, rows: 30 });
    end();
    await ended;
    fake.resizeTo({ columns: 100, rows: 40 });
    await fake.advance(60_000);
    expect(told).toEqual(['81x24', '80x24']);
  });
});

it('takes the size of a VT100 where there is no terminal', () => {
  expect(windowSize(anIo().io)).toEqual({ columns: 80, rows: 24 });
});

it('nudges by one row, and back to the size of then', async () => {
  const fake = anIo({ isTerminal: true });
  const told: TerminalSize[] = [];
  const nudged = nudge(fake.io, (size) => told.push(size));
  expect(told).toEqual([{ columns: 80, rows: 25 }]);
  fake.resizeTo({ columns: 90, rows: 30 });
  await fake.advance(50);
  await nudged;
  expect(told.slice(1)).toEqual([{ columns: 90, rows: 30 }]);
});
