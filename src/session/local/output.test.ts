import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Interrupted } from '../../errors/interrupted.ts';
import { openOutput } from './output.ts';

const MEBIBYTE = 1024 * 1024;
const NEVER = new AbortController().signal;

/** Bytes of which no piece is like another. */
const numbers = (length: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: length / 4 }, (_, index) => index).buffer);

/** Takes a chunk when the test says so. */
function aSlowReader(): { stream: Writable; take: () => void; readAll: () => void; taken: () => Buffer } {
  let waiting: (() => void) | undefined;
  let isReading = false;
  const chunks: Buffer[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      if (isReading) setImmediate(done);
      else waiting = done;
    },
  });
  const take = (): void => waiting?.();
  const readAll = (): void => {
    isReading = true;
    take();
  };
  return { stream, take, readAll, taken: () => Buffer.concat(chunks) };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('openOutput', () => {
  it('writes each channel to its own stream', () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const output = openOutput({ stdout, stderr });
    output.write('stdout', Buffer.from('out'));
    output.write('stderr', Buffer.from('err'));
    expect([String(stdout.read()), String(stderr.read())]).toEqual(['out', 'err']);
  });

  it('is flushed once everything was taken', async () => {
    const { stream, take, taken } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    output.write('stdout', Buffer.from('one'));
    output.write('stdout', Buffer.from('two'));
    const flushed = output.flush(NEVER);
    take();
    expect(await isSettled(flushed)).toBe(false);
    take();
    take();
    await flushed;
    expect(taken().toString()).toBe('onetwo');
  });

  it('keeps a bounded part of what a slow reader has not taken in memory, and loses nothing of it', async () => {
    const { stream, readAll, taken } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    const [before, after] = [numbers(40 * MEBIBYTE), numbers(3 * MEBIBYTE)];
    for (let at = 0; at < before.length; at += 32_768)
      output.write('stdout', before.subarray(at, at + 32_768));
    expect(stream.writableLength).toBeLessThan(9 * MEBIBYTE);
    readAll();
    await new Promise((resolve) => stream.once('drain', resolve));
    output.write('stdout', after);
    await output.flush(NEVER);
    expect(taken().equals(Buffer.concat([before, after]))).toBe(true);
  });

  it('goes back to memory once a slow reader has caught up', async () => {
    const { stream, readAll, taken } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    output.write('stdout', Buffer.alloc(9 * MEBIBYTE));
    output.write('stdout', Buffer.from('last of the file'));
    readAll();
    await output.flush(NEVER);
    output.write('stdout', Buffer.from(', and one more'));
    await output.flush(NEVER);
    expect(
      taken()
        .subarray(9 * MEBIBYTE)
        .toString(),
    ).toBe('last of the file, and one more');
    expect(stream.listenerCount('drain') + stream.listenerCount('close')).toBe(0);
  });

  it('stops waiting for a reader that takes nothing when a signal says so', async () => {
    const { stream } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    output.write('stdout', Buffer.from('stuck'));
    const controller = new AbortController();
    const flushed = output.flush(controller.signal);
    controller.abort(new Interrupted('SIGTERM'));
    await expect(flushed).rejects.toMatchObject({ signalName: 'SIGTERM' });
  });

  it('neither throws nor waits for a reader that has gone away', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    stdout.on('error', () => undefined);
    const output = openOutput({ stdout, stderr: new PassThrough() });
    output.write('stdout', Buffer.alloc(9 * MEBIBYTE));
    output.write('stdout', Buffer.from('more'));
    await output.flush(NEVER);
    output.write('stdout', Buffer.from('two'));
    await output.flush(NEVER);
  });
});
