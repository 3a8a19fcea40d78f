import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openProcessIo } from './process-io.ts';

describe('sleep', () => {
  const { io } = openProcessIo(process);

  it('throws the reason of a signal that was aborted before', async () => {
    const reason = new Error('stopped');
    await expect(io.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('ends early with the reason of a signal that is aborted meanwhile', async () => {
    const controller = new AbortController();
    const sleep = io.sleep(60_000, controller.signal);
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(sleep).rejects.toBe(reason);
  });

  it('ends by itself', async () => {
    await expect(io.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});

describe('the size of the terminal', () => {
  function openWith(size: { readonly columns: number; readonly rows: number }) {
    const stream = Object.assign(new PassThrough(), { isTTY: true, ...size });
    const fake = new Proxy(process, {
      get: (real, name): unknown =>
        name === 'stdout' || name === 'stderr' ? stream : Reflect.get(real, name),
    });
    return openProcessIo(fake);
  }

  it('is the usual one where nobody told the terminal its own', () => {
    const { io } = openWith({ columns: 0, rows: 0 });
    expect(io.terminal.size()).toEqual({ columns: 80, rows: 24 });
    expect(io.stderr).toMatchObject({ columns: 80, rows: 24 });
  });

  it('is its own elsewhere', () => {
    expect(openWith({ columns: 100, rows: 30 }).io.terminal.size()).toEqual({ columns: 100, rows: 30 });
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED', () => {
  it('is taken from Node, and still there for programs that we run', () => {
    const env: NodeJS.ProcessEnv = { NODE_TLS_REJECT_UNAUTHORIZED: '0', A: '1' };
    const fake = new Proxy(process, {
      get: (real, name): unknown => (name === 'env' ? env : Reflect.get(real, name)),
    });
    const { io } = openProcessIo(fake);
    expect(env).toEqual({ A: '1' });
    expect(io.env).toEqual({ NODE_TLS_REJECT_UNAUTHORIZED: '0', A: '1' });
  });
});
