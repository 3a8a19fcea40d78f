import { describe, expect, it } from 'vitest';
import { aRemoteStream } from '../../../test/builders/a-remote-stream.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import type { StreamEnd } from './remote-stream.ts';
import { startEarlyAttach } from './early-attach.ts';

const END: StreamEnd = { kind: 'closed', code: 1000 };
const never = new AbortController().signal;

describe('an early attach', () => {
  it('is refused by an end that comes first', async () => {
    const { io } = anIo();
    const { stream, end } = aRemoteStream();
    const early = startEarlyAttach(true);
    const refusal = early.awaitRefusal(io, stream, never);
    end(END);
    expect(await refusal).toEqual(END);
    expect(early.isOn()).toBe(true);
  });

  it('passes with the first output', async () => {
    const { io } = anIo();
    const early = startEarlyAttach(true);
    const refusal = early.awaitRefusal(io, aRemoteStream().stream, never);
    early.pass();
    expect(await refusal).toBeUndefined();
    expect(early.isOn()).toBe(false);
  });

  it('passes after a quarter of a second', async () => {
    const { io, advance } = anIo();
    const early = startEarlyAttach(true);
    const refusal = early.awaitRefusal(io, aRemoteStream().stream, never);
    await advance(249);
    expect(early.isOn()).toBe(true);
    await advance(1);
    expect(await refusal).toBeUndefined();
    expect(early.isOn()).toBe(false);
  });

  it('has passed already for an attach to a container that is known to run', async () => {
    const { io } = anIo();
    const early = startEarlyAttach(false);
    expect(early.isOn()).toBe(false);
    expect(await early.awaitRefusal(io, aRemoteStream().stream, never)).toBeUndefined();
  });
});
