import { describe, expect, it } from 'vitest';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { canAsk, choose } from './choose.ts';

const QUESTION = {
  question: 'Which container?',
  choices: [
    { label: 'dbg-1  running', value: 'dbg-1' },
    { label: 'dbg-2  \u001b[2J', value: 'dbg-2' },
  ],
};
const DOWN = '\u001b[B';
const CTRL_C = '\u0003';

describe('choose', () => {
  it.each([
    ['Enter', '\r', 'dbg-1'],
    ['the arrow keys', `${DOWN}\r`, 'dbg-2'],
  ])('takes the choice of %s', async (_, keys, value) => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    await type(fake, keys);
    expect(await chosen).toBe(value);
    expect(fake.stdoutText()).toBe('');
  });

  it('narrows the list down by what is typed, and takes the one that is left', async () => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    await type(fake, '2');
    await type(fake, '\r', '1 match');
    expect(await chosen).toBe('dbg-2');
  });

  it('stays where nothing matches', async () => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    await type(fake, 'x');
    await type(fake, '\r', '0 matches');
    await expect.poll(() => fake.stderrText()).toContain('nothing matches');
    await type(fake, '\u007f2');
    await type(fake, '\r', '1 match');
    expect(await chosen).toBe('dbg-2');
  });

  it('shows text from a cluster without its control characters', async () => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    await type(fake, '\r');
    await chosen;
    expect(fake.stderrText()).toContain('dbg-2  ^[[2J');
    expect(fake.stderrText()).not.toContain('\u001b[2J');
  });

  it('fails at the end of input', async () => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    fake.stdin.end();
    await expect(chosen).rejects.toMatchObject({ kind: 'ambiguous' });
  });

  it('is interrupted by Ctrl-C', async () => {
    const fake = anIo({ isTerminal: true });
    const chosen = choose(fake.io, QUESTION);
    await type(fake, CTRL_C);
    await expect(chosen).rejects.toMatchObject({ name: 'Interrupted', signalName: 'SIGINT' });
  });

  it('ends when the command is aborted', async () => {
    const fake = anIo({ isTerminal: true });
    const controller = new AbortController();
    const chosen = choose(fake.io, QUESTION, controller.signal);
    await Promise.resolve();
    controller.abort(new Error('SIGTERM'));
    await expect(chosen).rejects.toThrow('SIGTERM');
  });
});

describe('canAsk', () => {
  it.each([true, false])('is whether there is a terminal: %s', (isTerminal) => {
    expect(canAsk(anIo({ isTerminal }).io)).toBe(isTerminal);
  });
});

/** Keys come when the prompt, or the letters typed before, are there to see. */
async function type({ stdin, stderrText }: FakeIo, keys: string, shown = QUESTION.question): Promise<void> {
  await expect.poll(() => stderrText()).toContain(shown);
  stdin.write(keys);
}
