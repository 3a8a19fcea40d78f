import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { parseDetachKeys } from '../../session/input/detach-keys.ts';
import { hearSilence, saySilentContainer } from './notice-silence.ts';

function listen(isRunning = true, isTypedInto = false) {
  const { io, advance } = anIo();
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  let said = 0;
  const heard = hearSilence({
    io,
    started: () => started,
    isTypedInto,
    isRunning: () => isRunning,
    say: () => (said += 1),
  });
  return { ...heard, start, advance, said: () => said };
}

describe('hearSilence', () => {
  it('speaks after 2 s of what somebody types into', async () => {
    const { start, advance, said } = listen(true, true);
    start();
    await advance(1999);
    expect(said()).toBe(0);
    await advance(1);
    expect(said()).toBe(1);
  });

  it('speaks of a command once, 5 s after its start', async () => {
    const { start, advance, said } = listen();
    await advance(60_000);
    start();
    await advance(4999);
    expect(said()).toBe(0);
    await advance(1);
    expect(said()).toBe(1);
    await advance(60_000);
    expect(said()).toBe(1);
  });

  it.each(['stdout', 'stderr'] as const)('says nothing once something came on %s', async (channel) => {
    const { start, advance, said, hear } = listen();
    start();
    await advance(4999);
    hear(channel, Buffer.from('word'));
    await advance(60_000);
    expect(said()).toBe(0);
  });

  it('says nothing of a command that has ended by then', async () => {
    const { start, advance, said } = listen(false);
    start();
    await advance(5000);
    expect(said()).toBe(0);
  });

  it('says nothing any more once it is stopped', async () => {
    const { start, advance, said, stop } = listen();
    start();
    await advance(1000);
    stop();
    await advance(5000);
    expect(said()).toBe(0);
  });
});

describe('saySilentContainer', () => {
  it.each([
    {
      label: 'begins the next line at the left of a raw terminal',
      quiet: false,
      isTerminal: true,
      end: /\n\r$/,
    },
    { label: 'ends its line where nobody types', quiet: false, isTerminal: false, end: /[^\r]\n$/ },
    { label: 'writes nothing at all with -q', quiet: true, isTerminal: true, end: /^$/ },
  ])('$label', ({ quiet, isTerminal, end }) => {
    const { io, stderrText } = anIo({ isTerminal });
    const leaving = {
      io,
      notes: makeNotes(io, { quiet }),
      isQuiet: quiet,
      ownsTerminal: isTerminal,
      detachKeys: parseDetachKeys('ctrl-p,ctrl-q') ?? Buffer.alloc(0),
      isRemoved: false,
    };
    saySilentContainer({ namespace: 'shop', name: 'web-1', container: 'dbg' }, leaving);
    expect(stderrText()).toMatch(end);
  });
});
