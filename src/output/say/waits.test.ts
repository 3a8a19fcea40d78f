import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeWaits } from './waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const fake = anIo({ isTerminal: true });
  return { ...fake, waits: makeWaits(fake.io) };
};
const SERVER = { what: 'an answer of the API server https://k.example', atMostMs: 30_000 };
const SAID = 'waiting for an answer of the API server https://k.example … (30 s at most)\n';

describe('a wait', () => {
  it('is spoken of after a second, once, however often it comes again', () => {
    const { waits, stderrText } = start();
    for (let time = 0; time < 3; time += 1) {
      const { end } = waits.begin(SERVER);
      vi.advanceTimersByTime(999);
      expect(stderrText()).toBe(time === 0 ? '' : SAID);
      vi.advanceTimersByTime(10_000);
      expect(stderrText()).toBe(SAID);
      end();
      end();
    }
  });

  it('is not spoken of when it was short, and leaves no timer behind', () => {
    const { waits, stderrText } = start();
    for (let time = 0; time < 5; time += 1) {
      const { end } = waits.begin(SERVER);
      vi.advanceTimersByTime(900);
      end();
    }
    expect(vi.getTimerCount()).toBe(0);
    expect(stderrText()).toBe('');
  });

  it('is not spoken of by a program that had no turn to read the answer', async () => {
    vi.useRealTimers();
    const { waits, stderrText } = start();
    const { end } = waits.begin(SERVER);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
    await sleep(1);
    end();
    expect(stderrText()).toBe('');
  });

  it('without a bound names none', () => {
    const { waits, stderrText } = start();
    waits.begin({ what: 'the credential plugin "aws"' });
    waits.begin({ what: 'stdin', atMostMs: Infinity });
    vi.advanceTimersByTime(1000);
    expect(stderrText()).toBe('waiting for stdin …\n');
  });

  it('that hears something is counted anew', () => {
    const { waits, stderrText } = start();
    const { heard } = waits.begin(SERVER);
    for (let time = 0; time < 5; time += 1) {
      vi.advanceTimersByTime(900);
      heard();
    }
    expect(stderrText()).toBe('');
    vi.advanceTimersByTime(1000);
    expect(stderrText()).toBe(SAID);
  });

  it('that turns into another one says so a second later', () => {
    const { waits, stderrText } = start();
    const { becomes } = waits.begin(SERVER);
    vi.advanceTimersByTime(1500);
    becomes('a server that is overloaded');
    vi.advanceTimersByTime(1500);
    expect(stderrText()).toBe(`${SAID}waiting for a server that is overloaded … (30 s at most)\n`);
  });

  it('is not spoken of in a terminal that a session has, where the line would stand in what is drawn there', () => {
    const { waits, stderrText, io } = start();
    io.terminal.setRawMode(true);
    waits.begin(SERVER);
    vi.advanceTimersByTime(5000);
    expect(stderrText()).toBe('');
  });

  it('has what a server may have written made printable', () => {
    const { waits, stderrText } = start();
    waits.begin({ what: 'the credential plugin "a\u001b[31m\nb"' });
    vi.advanceTimersByTime(1000);
    expect(stderrText()).toMatch(/^waiting for the credential plugin "a[^\u001b\n]*b" …\n$/);
  });
});

describe('of many waits', () => {
  it('none is spoken of as long as one after the other ends', () => {
    const { waits, stderrText } = start();
    const all = Array.from({ length: 10 }, () => waits.begin(SERVER));
    for (const { end } of all) {
      vi.advanceTimersByTime(900);
      end();
    }
    expect(stderrText()).toBe('');
  });

  it('the last that was begun is spoken of', () => {
    const { waits, stderrText } = start();
    waits.begin(SERVER);
    const { end } = waits.begin({ what: 'the credential plugin "aws"' });
    vi.advanceTimersByTime(1000);
    expect(stderrText()).toBe('waiting for the credential plugin "aws" …\n');
    end();
    vi.advanceTimersByTime(1000);
    expect(stderrText()).toContain(SAID);
  });
});
