import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { withInterrupts } from './interrupts.ts';

/** The reason that a signal was aborted for. */
function reasonOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}

describe('withInterrupts', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('tells the body of %s', async (signalName) => {
    const { io, deliver } = anIo();
    const reason = withInterrupts(io, reasonOf);
    expect(deliver(signalName)).toBe(true);
    expect(await reason).toMatchObject({ name: 'Interrupted', signalName });
  });

  it('tells the body when nobody reads our output any more', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const reason = withInterrupts({ ...anIo().io, stdout }, (signal) => {
      stdout.write('x');
      return reasonOf(signal);
    });
    expect(await reason).toMatchObject({ name: 'Interrupted', signalName: 'SIGPIPE' });
    expect(stdout.listenerCount('error')).toBe(0);
  });

  it('keeps the first reason, and leaves a second signal to the system', async () => {
    const { io, deliver } = anIo();
    const reason = withInterrupts(io, async (signal) => {
      const first = await reasonOf(signal);
      expect(deliver('SIGTERM')).toBe(false);
      expect(signal.reason).toBe(first);
      return first;
    });
    deliver('SIGINT');
    expect(await reason).toMatchObject({ signalName: 'SIGINT' });
  });

  it.each([
    { label: 'has ended', body: () => Promise.resolve() },
    { label: 'has failed', body: () => Promise.reject(new Error('broken')) },
  ])('hears nothing once the body $label', async ({ body }) => {
    const { io, deliver } = anIo();
    await withInterrupts(io, body).catch(() => undefined);
    expect(deliver('SIGINT')).toBe(false);
    expect(io.stdout.listenerCount('error')).toBe(0);
  });
});
