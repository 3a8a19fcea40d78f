import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, running, terminated } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { aSocket, type FakeSocket } from '../../../test/builders/a-socket.ts';
import { CliError } from '../../errors/cli-error.ts';
import { confirmEnd } from './confirm-end.ts';

const aPodWith = (state = running()) => aPod({ ephemerals: [{ name: 'dbg', state }] });

/** What the container answers each time it is asked; the last again and again. */
type Answer = (socket: FakeSocket) => void;

const says =
  (text: string): Answer =>
  (socket) => {
    socket.receive(1, text);
    socket.receive(3, { status: 'Success' });
    socket.end(1000);
  };
const isAway: Answer = (socket) => {
  socket.receive(3, { status: 'Failure', code: 500, message: 'connection refused' });
  socket.end(1000);
};
const isSilent: Answer = () => undefined;
const breaks: Answer = () => undefined;

function ask(...answers: readonly Answer[]) {
  const fake = anIo();
  const watched = aPodWatch(aPodWith());
  let asked = 0;
  const { cluster } = aCluster({
    upgrade: () => {
      const socket = aSocket();
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer === breaks) return Promise.reject(new CliError('unreachable', 'no way to it'));
      setImmediate(() => answer?.(socket));
      return Promise.resolve(socket.upgraded);
    },
  });
  const process = { container: { namespace: 'shop', name: 'web-1', container: 'dbg' }, processId: 7 };
  let result: unknown = 'not yet';
  confirmEnd({ io: fake.io, cluster, watch: watched.watch }, process, new AbortController().signal).then(
    (outcome) => (result = outcome),
    (error: unknown) => (result = error),
  );
  const pass = async (seconds: number): Promise<unknown> => {
    for (let second = 0; second < seconds; second += 0.5) await fake.advance(500);
    return result;
  };
  return { ...watched, pass, asked: () => asked };
}

describe('confirmEnd', () => {
  it('confirms the end of a process that is gone', async () => {
    expect(await ask(says('gone\n')).pass(1)).toBeUndefined();
  });

  it('knows a lost connection by a process that still runs', async () => {
    expect(await ask(says('runs\n')).pass(1)).toEqual({
      kind: 'lost',
      reason: 'the node ended the stream, but not the command',
    });
  });

  it.each([
    { label: 'was away', first: isAway },
    { label: 'cannot be reached at once', first: breaks },
    { label: 'says something else', first: says('what?\n') },
  ])(
    'does not know how it ended when the node $label, though the process is gone then',
    async ({ first }) => {
      const { pass, asked } = ask(first, first, says('gone\n'));
      expect(await pass(4)).toEqual({
        kind: 'unknown',
        reason: 'the node was away when it is said to have ended',
      });
      expect(asked()).toBe(3);
    },
  );

  it('knows that it still runs even where the node was away', async () => {
    expect(await ask(isAway, says('runs\n')).pass(3)).toMatchObject({ kind: 'lost' });
  });

  it('gives up a node that does not answer for half a minute', async () => {
    const { pass } = ask(isSilent);
    expect(await pass(30)).toBe('not yet');
    expect(await pass(12)).toEqual({ kind: 'unknown', reason: 'the node does not answer' });
  });

  it.each([
    { label: 'its container ended', change: 'end', reason: /the debug container ended while it ran/ },
    { label: 'its pod was deleted', change: 'delete', reason: /the pod was deleted/ },
  ])('does not ask on once $label', async ({ change, reason }) => {
    const { pass, show, showGone } = ask(isAway);
    await pass(1);
    if (change === 'end') show(aPodWith(terminated(137)));
    else showGone();
    expect(await pass(3)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) as string });
  });
});
