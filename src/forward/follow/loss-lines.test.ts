import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { CliError } from '../../errors/cli-error.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { makeLossLines } from './loss-lines.ts';
import { keepWay, type KeptWay } from './pod-way.ts';

const CUT = new CliError('connection-lost', 'the way was cut');
const LOST = new CliError('container-not-running', 'the debug container has ended');

function start(wasAway = false) {
  const fake = anIo();
  const lines = makeLossLines({
    io: fake.io,
    notes: makeNotes(fake.io, { quiet: false }),
    whenReached: () => Promise.resolve(wasAway),
  });
  const never = new Promise<Error>(() => undefined);
  const way = {
    connect: () => {
      throw new Error('unused');
    },
    lost: never,
    close: () => undefined,
  };
  const kept: KeptWay = keepWay({ pod: aPod(), way, isFresh: () => false, onCut: () => lines.cut(kept) });
  return { fake, lines, kept };
}

describe('makeLossLines', () => {
  it('tells of all connections that are cut in a moment in one line', async () => {
    const { fake, kept } = start();
    for (const held of Array.from({ length: 1000 }, () => kept.hold())) held.release(CUT);
    await fake.advance(200);
    expect(fake.stderrText()).toBe(
      'Warning: 1000 connections to pod shop/web-1 were cut: the way was cut [connection-lost]\n',
    );
  });

  it('says when the server answers again, if it was away', async () => {
    const { fake, kept } = start(true);
    kept.hold().release(CUT);
    await fake.advance(200);
    await fake.advance(0);
    expect(fake.stderrText()).toBe(
      'Warning: 1 connection to pod shop/web-1 was cut: the way was cut [connection-lost]\nforwarding to shop/web-1 again\n',
    );
  });

  it('tells of a lost way together with its connections, and when there is another', () => {
    const { fake, lines, kept } = start();
    kept.hold().release(CUT);
    lines.lost(kept, LOST);
    lines.mended(kept);
    expect(fake.stderrText()).toBe(
      'Warning: lost the way to pod shop/web-1: the debug container has ended; 1 connection was cut; new connections wait [container-not-running]\nforwarding to shop/web-1 again\n',
    );
  });

  it('does not count a connection whose program has its answer', async () => {
    const { fake, kept } = start();
    const held = kept.hold();
    held.settle();
    expect(kept.openCount()).toBe(0);
    held.release(CUT);
    await fake.advance(200);
    expect(fake.stderrText()).toBe('');
  });
});
