import { describe, expect, it } from 'vitest';
import { anAttachStream } from '../../../test/builders/an-attach-stream.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import type { StreamEnd } from './remote-stream.ts';
import { startTrial } from './early-attach.ts';

const END: StreamEnd = { kind: 'closed', code: 1000 };
const never = new AbortController().signal;

describe('a trial', () => {
  it('is refused by an end that comes first', async () => {
    const { io } = anIo();
    const { stream, end } = anAttachStream();
    const trial = startTrial(true);
    const refusal = trial.awaitRefusal(io, stream, never);
    end(END);
    expect(await refusal).toEqual(END);
    expect(trial.isOn()).toBe(true);
  });

  it('passes with the first output', async () => {
    const { io } = anIo();
    const trial = startTrial(true);
    const refusal = trial.awaitRefusal(io, anAttachStream().stream, never);
    trial.pass();
    expect(await refusal).toBeUndefined();
    expect(trial.isOn()).toBe(false);
  });

  it('passes after a quarter of a second', async () => {
    const { io, advance } = anIo();
    const trial = startTrial(true);
    const refusal = trial.awaitRefusal(io, anAttachStream().stream, never);
    await advance(249);
    expect(trial.isOn()).toBe(true);
    await advance(1);
    expect(await refusal).toBeUndefined();
    expect(trial.isOn()).toBe(false);
  });

  it('has passed already for an attach to a container that is known to run', async () => {
    const { io } = anIo();
    const trial = startTrial(false);
    expect(trial.isOn()).toBe(false);
    expect(await trial.awaitRefusal(io, anAttachStream().stream, never)).toBeUndefined();
  });
});
