import { describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { choose } from './choose.ts';

const QUESTION = {
  question: 'Which container?',
  choices: [
    { label: 'dbg-1  running', value: 'dbg-1' },
    { label: 'dbg-2  \u001b[2J', value: 'dbg-2' },
  ],
};
const ASKED = 'Which container?\n  1) dbg-1  running\n  2) dbg-2  ^[[2J\nNumber (1-2): ';

describe('choose', () => {
  it('returns the value of the number that was typed', async () => {
    const { io, stdin, stderrText, stdoutText } = anIo({ isTerminal: true });
    stdin.write('2\n');
    expect(await choose(io, QUESTION)).toBe('dbg-2');
    expect(stderrText()).toBe(ASKED);
    expect(stdoutText()).toBe('');
  });

  it.each(['0', '3', '', 'dbg-1', '1.5', '-1'])('asks again after %j', async (typed) => {
    const { io, stdin, stderrText } = anIo({ isTerminal: true });
    stdin.write(`${typed}\n 1 \n`);
    expect(await choose(io, QUESTION)).toBe('dbg-1');
    expect(stderrText()).toBe(`${ASKED}Number (1-2): `);
  });

  it('fails at the end of input', async () => {
    const { io, stdin } = anIo({ isTerminal: true });
    stdin.end();
    await expect(choose(io, QUESTION)).rejects.toMatchObject({ kind: 'ambiguous' });
  });

  it('is interrupted by Ctrl-C and then lets go of signals and of stdin', async () => {
    const { io, stdin, deliver } = anIo({ isTerminal: true });
    const chosen = choose(io, QUESTION);
    expect(deliver('SIGINT')).toBe(true);
    await expect(chosen).rejects.toMatchObject({ name: 'Interrupted', signalName: 'SIGINT' });
    expect(deliver('SIGINT')).toBe(false);
    expect(stdin.isPaused()).toBe(true);
  });

  it('ends when the command is aborted', async () => {
    const { io } = anIo({ isTerminal: true });
    const controller = new AbortController();
    const chosen = choose(io, QUESTION, controller.signal);
    controller.abort(new Error('SIGTERM'));
    await expect(chosen).rejects.toThrow('SIGTERM');
  });
});
