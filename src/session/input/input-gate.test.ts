import { describe, expect, it } from 'vitest';
import { aRemoteStream } from '../../../test/builders/a-remote-stream.ts';
import { makeInputGate } from './input-gate.ts';

const typed = (text: string): Buffer => Buffer.from(text);

describe('makeInputGate for a pipe', () => {
  it('keeps what comes while it is shut for the next stream, in order, and sends it once', () => {
    const [first, second] = [aRemoteStream(), aRemoteStream()];
    const gate = makeInputGate({ dropsKeys: false });
    gate.sendStdin(typed('early'));
    gate.open(first.stream);
    gate.sendStdin(typed('one'));
    gate.shut();
    gate.sendStdin(typed('two'));
    gate.endStdin();
    gate.open(second.stream);
    expect(first.sent).toEqual(['stdin early', 'stdin one']);
    expect(second.sent).toEqual(['stdin two', 'end-stdin']);
  });

  it('has the pipe wait while it is shut, and as the network does while it is open', () => {
    const { stream, setUnsent } = aRemoteStream();
    const gate = makeInputGate({ dropsKeys: false });
    expect(gate.unsentBytes()).toBe(Infinity);
    gate.open(stream);
    setUnsent(7);
    expect(gate.unsentBytes()).toBe(7);
    gate.shut();
    expect(gate.unsentBytes()).toBe(Infinity);
  });
});

describe('makeInputGate for a person', () => {
  it('drops what is typed while it is shut, which it tells once', () => {
    const { stream, sent } = aRemoteStream();
    const gate = makeInputGate({ dropsKeys: true });
    gate.sendStdin(typed('rm -r'));
    gate.open(stream);
    gate.sendStdin(typed('ls'));
    expect(sent).toEqual(['stdin ls']);
    expect([gate.takeDropped(), gate.takeDropped()]).toEqual([true, false]);
  });

  it('goes on to be read while it is shut, for the keys that leave', () => {
    expect(makeInputGate({ dropsKeys: true }).unsentBytes()).toBe(0);
  });

  it('leaves at Ctrl-C while it is shut, and sends it while it is open', async () => {
    const { stream, sent } = aRemoteStream();
    const gate = makeInputGate({ dropsKeys: true });
    let hasLeft = false;
    void gate.left.then(() => (hasLeft = true));
    gate.open(stream);
    gate.sendStdin(typed('\x03'));
    await Promise.resolve();
    expect({ sent, hasLeft }).toEqual({ sent: ['stdin \x03'], hasLeft: false });
    gate.shut();
    gate.sendStdin(typed('x\x03'));
    await gate.left;
    expect(sent).toHaveLength(1);
  });
});

describe('makeInputGate knows whether input has arrived', () => {
  function anOpenGate() {
    const gate = makeInputGate({ dropsKeys: true });
    gate.open(aRemoteStream().stream);
    return gate;
  }

  it('by the answer to a ping that was sent after it', () => {
    const gate = anOpenGate();
    expect(gate.isInDoubt()).toBe(false);
    gate.pinged();
    gate.sendStdin(typed('ls'));
    gate.ponged();
    expect(gate.isInDoubt()).toBe(true);
    gate.pinged();
    expect(gate.isInDoubt()).toBe(true);
    gate.ponged();
    expect(gate.isInDoubt()).toBe(false);
  });

  it('and starts anew with each stream, which pings of the old one say nothing of', () => {
    const gate = anOpenGate();
    gate.sendStdin(typed('lost'));
    gate.pinged();
    gate.shut();
    gate.open(aRemoteStream().stream);
    expect(gate.isInDoubt()).toBe(false);
    gate.sendStdin(typed('new'));
    expect(gate.isInDoubt()).toBe(true);
    gate.pinged();
    gate.ponged();
    expect(gate.isInDoubt()).toBe(false);
  });
});
