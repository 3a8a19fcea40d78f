import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { startTransferProgress, type TransferProgress } from './transfer-progress.ts';

const MIB = 1024 * 1024;
const TOTAL = { totalBytes: 100 * MIB };

function start(options: { readonly isQuiet?: boolean; readonly isTerminal?: boolean } = {}) {
  const { isQuiet = false, isTerminal = false } = options;
  const fake = anIo({ isTerminal });
  fake.resizeTo(isTerminal ? { columns: 80, rows: 24 } : undefined);
  const stream = fake.io.stderr;
  const move = (): boolean => stream.write('');
  if (isTerminal)
    Object.assign(stream, { isTTY: true, columns: 80, cursorTo: move, clearLine: move, moveCursor: move });
  return { ...fake, progress: startTransferProgress(fake.io, { name: 'big', isQuiet }) };
}

/** A MiB each second. */
async function copyFor(
  { advance, progress }: FakeIo & { readonly progress: TransferProgress },
  seconds: number,
): Promise<void> {
  for (let second = 0; second <= seconds; second += 1) {
    progress.update({ bytes: second * MIB, ...TOTAL });
    await advance(1000);
  }
}

const linesOf = ({ stderrText }: FakeIo): readonly string[] => stderrText().split('\n').slice(0, -1);

describe('startTransferProgress without a terminal', () => {
  it('prints nothing of a short copy', async () => {
    const copy = start();
    await copyFor(copy, 9);
    copy.progress.stop();
    expect(copy.stderrText()).toBe('');
  });

  it('prints a line every ten seconds, with the rate', async () => {
    const copy = start();
    await copyFor(copy, 35);
    copy.progress.stop();
    expect(linesOf(copy)).toHaveLength(3);
    for (const line of linesOf(copy)) expect(line).toMatch(/^big.* 1\.0 MiB\/s/);
  });

  it('prints nothing when quiet', async () => {
    const copy = start({ isQuiet: true });
    await copyFor(copy, 35);
    expect(copy.stderrText()).toBe('');
  });
});

describe('startTransferProgress on a terminal', () => {
  it('shows no rate before there is one', async () => {
    const copy = start({ isTerminal: true });
    copy.progress.update({ bytes: MIB, ...TOTAL });
    await copy.advance(400);
    await expect.poll(() => copy.stderrText()).toContain('1.0 MiB of 100 MiB');
    expect(copy.stderrText()).not.toContain('/s');
    copy.progress.stop();
  });

  it('shows the rate of the last seconds, and nothing when quiet', async () => {
    const copy = start({ isTerminal: true });
    await copyFor(copy, 4);
    await expect.poll(() => copy.stderrText()).toContain('1.0 MiB/s');
    copy.progress.stop();
    const quiet = start({ isTerminal: true, isQuiet: true });
    await copyFor(quiet, 4);
    quiet.progress.stop();
    expect(quiet.stderrText()).toBe('');
  });
});
