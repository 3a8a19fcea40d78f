import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { startProgress } from './progress.ts';

describe('startProgress without a terminal', () => {
  it('prints a text once it stayed for a second', async () => {
    const { io, stderrText, advance } = anIo();
    const progress = startProgress(io, { quiet: false });
    progress.update('pulling busybox');
    await advance(999);
    progress.update('pulling busybox');
    expect(stderrText()).toBe('');
    await advance(1);
    expect(stderrText()).toBe('pulling busybox\n');
    progress.stop();
  });

  it('prints no text that was replaced sooner, and none twice', async () => {
    const { io, stderrText, advance } = anIo();
    const progress = startProgress(io, { quiet: false });
    for (const text of ['scheduled', 'pull failed', 'backing off', 'pull failed']) {
      progress.update(text);
      await advance(text === 'scheduled' ? 900 : 1000);
    }
    expect(stderrText()).toBe('pull failed\nbacking off\n');
    progress.stop();
  });

  it('prints nothing after it was stopped', async () => {
    const { io, stderrText, advance } = anIo();
    const progress = startProgress(io, { quiet: false });
    progress.update('pulling busybox');
    progress.stop();
    await advance(10_000);
    expect(stderrText()).toBe('');
  });

  it('prints nothing when quiet', async () => {
    const { io, stderrText, advance } = anIo();
    startProgress(io, { quiet: true }).update('pulling busybox');
    await advance(10_000);
    expect(stderrText()).toBe('');
  });

  it('makes texts printable', async () => {
    const { io, stderrText, advance } = anIo();
    startProgress(io, { quiet: false }).update('pulling \u001b[2J\n');
    await advance(3000);
    expect(stderrText()).toBe('pulling ^[[2J\\n\n');
  });
});

describe('startProgress on a terminal', () => {
  function aTerminal(): FakeIo {
    const fake = anIo({ isTerminal: true });
    const stream = fake.io.stderr;
    Object.assign(stream, {
      isTTY: true,
      columns: 80,
      cursorTo: () => stream.write('<home>'),
      clearLine: () => stream.write('<clear>'),
      moveCursor: () => stream.write('<up>'),
    });
    return fake;
  }

  it('shows a spinner after 300 ms, and takes it away', async () => {
    const { io, stderrText, advance } = aTerminal();
    const progress = startProgress(io, { quiet: false });
    progress.update('pulling\u202e');
    await advance(299);
    expect(stderrText()).toBe('');
    await advance(1);
    await expect.poll(() => stderrText()).toContain('pulling\\u202e');
    progress.stop();
    expect(stderrText()).toMatch(/<clear>[^a-z]*$/);
    const written = stderrText();
    await advance(10_000);
    expect(stderrText()).toBe(written);
  });

  it('shows the text of now, and what others write above it', async () => {
    const { io, stderrText, advance } = aTerminal();
    const progress = startProgress(io, { quiet: false });
    progress.update('first');
    await advance(300);
    await expect.poll(() => stderrText()).toContain('first');
    progress.update('second');
    io.stderr.write('warning: x\n');
    await expect.poll(() => stderrText()).toMatch(/<clear>warning: x\n.*second/s);
    progress.stop();
  });

  it('prints lines on a terminal that does not know its size', async () => {
    const { io, stderrText, advance, resizeTo } = aTerminal();
    resizeTo(undefined);
    const progress = startProgress(io, { quiet: false });
    progress.update('pulling busybox');
    await advance(3000);
    expect(stderrText()).toBe('pulling busybox\n');
    progress.stop();
  });

  it('shows nothing more once the terminal has no size', async () => {
    const { io, stderrText, advance, resizeTo } = aTerminal();
    const progress = startProgress(io, { quiet: false });
    progress.update('pulling');
    await advance(300);
    await expect.poll(() => stderrText()).toContain('pulling');
    resizeTo(undefined);
    progress.update('starting');
    io.stderr.write('warning: x\n');
    expect(stderrText()).toMatch(/<clear>[^a-z]*warning: x\n$/);
    progress.stop();
  });

  it('shows nothing when it was over before', async () => {
    const { io, stderrText, advance } = aTerminal();
    const progress = startProgress(io, { quiet: false });
    progress.update('connecting');
    progress.stop();
    await advance(1000);
    expect(stderrText()).toBe('');
  });

  it('shows nothing when it is stopped while the spinner is being loaded', async () => {
    const { io, stderrText } = aTerminal();
    let endSleep = (): void => undefined;
    const sleep = (): Promise<void> => new Promise((resolve) => (endSleep = resolve));
    const progress = startProgress({ ...io, sleep }, { quiet: false });
    progress.update('connecting');
    endSleep();
    await Promise.resolve();
    progress.stop();
    await import('ora');
    await new Promise((resolve) => setImmediate(resolve));
    expect(stderrText()).toBe('');
  });
});
