import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openOutput } from './output.ts';

/** Takes a chunk when the test says so. */
function aSlowReader(): { stream: Writable; take: () => void; taken: () => string } {
  const waiting: (() => void)[] = [];
  let text = '';
  const stream = new Writable({
    highWaterMark: 4,
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      waiting.push(done);
    },
  });
  return { stream, take: () => waiting.shift()?.(), taken: () => text };
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

  it('asks a source that can wait to wait for a slow reader', async () => {
    const { stream, take } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    expect(await isSettled(output.writable())).toBe(true);
    output.write('stdout', Buffer.from('12345678'));
    const writable = output.writable();
    expect(await isSettled(writable)).toBe(false);
    take();
    take();
    await writable;
  });

  it('is flushed once everything was taken', async () => {
    const { stream, take, taken } = aSlowReader();
    const output = openOutput({ stdout: stream, stderr: new PassThrough() });
    output.write('stdout', Buffer.from('one'));
    output.write('stdout', Buffer.from('two'));
    const flushed = output.flush();
    take();
    expect(await isSettled(flushed)).toBe(false);
    take();
    take();
    await flushed;
    expect(taken()).toBe('onetwo');
  });

  it('neither throws nor waits for a reader that has gone away', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    stdout.on('error', () => undefined);
    const output = openOutput({ stdout, stderr: new PassThrough() });
    output.write('stdout', Buffer.from('one'));
    await output.writable();
    await output.flush();
    output.write('stdout', Buffer.from('two'));
    await output.writable();
    await output.flush();
  });
});
