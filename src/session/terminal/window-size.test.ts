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
    for (const milliseconds of [25, 60, 150, 400, 60_000]) await fake.advance(milliseconds);
    expect(told).toHaveLength(2 * 5);
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

it('nudges by one column and back', () => {
  const told: TerminalSize[] = [];
  nudge({ columns: 10, rows: 5 }, (size) => told.push(size));
  expect(told).toEqual([
    { columns: 11, rows: 5 },
    { columns: 10, rows: 5 },
  ]);
});
