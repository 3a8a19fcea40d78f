import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, running, terminated } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { aSocket, type FakeSocket } from '../../../test/builders/a-socket.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ContainerStateFields } from '../../pod/types.ts';
import type { StartSign } from '../../start/wait/start-wait.ts';
import type { AttachRequest } from '../input/converse.ts';
import { attachWhenStarted, type StartingAttach } from './attach-when-started.ts';
import { openOutput } from '../local/output.ts';

const aPodWith = (state: ContainerStateFields) => aPod({ ephemerals: [{ name: 'dbg', state }] });
const NOT_FOUND = { status: 'Failure', code: 500, message: 'container dbg not found' };
const SUCCESS = { status: 'Success' };

interface Setup {
  readonly earlierOutput: AttachRequest['earlierOutput'];
  /** What each attach meets, and the pod from then on. */
  readonly attaches: readonly ((socket: FakeSocket) => ContainerStateFields)[];
  readonly state?: ContainerStateFields;
  /** The first signs of the start; from then on it runs. */
  readonly signs?: readonly StartSign[];
}

function start({ earlierOutput, attaches, state = running(), signs: firstSigns = [] }: Setup) {
  const signs = [...firstSigns];
  const fake = anIo();
  const watched = aPodWatch(aPodWith(state));
  let count = 0;
  const { cluster, requests } = aCluster({
    stream: () => ['all of the log\n'],
    upgrade: () => {
      const socket = aSocket();
      const serve = attaches[Math.min(count++, attaches.length - 1)];
      setImmediate(() => watched.show(aPodWith(serve?.(socket) ?? running())));
      return Promise.resolve(socket.upgraded);
    },
  });
  const request: StartingAttach = {
    container: { namespace: 'shop', name: 'web-1', container: 'dbg' },
    stdin: true,
    stdinOnce: false,
    tty: false,
    earlierOutput,
    detachKeys: Buffer.alloc(0),
    nextSign: () => Promise.resolve(signs.shift() ?? 'running'),
  };
  const { signal } = new AbortController();
  const outcome = attachWhenStarted(
    { io: fake.io, cluster, watch: watched.watch, output: openOutput(fake.io) },
    request,
    signal,
  );
  return { ...fake, ...watched, outcome, requests, attaches: () => count };
}

const refuse = (socket: FakeSocket): void => {
  socket.receive(3, NOT_FOUND);
  socket.end(1000);
};

describe('attachWhenStarted', () => {
  it('attaches again to a container that is not there yet', async () => {
    const { outcome, advance, attaches, stdoutText } = start({
      earlierOutput: 'live',
      attaches: [
        (socket) => {
          refuse(socket);
          return running();
        },
        (socket) => {
          socket.receive(1, 'prompt');
          socket.receive(3, SUCCESS);
          return terminated(4);
        },
      ],
    });
    for (let round = 0; round < 12; round += 1) await advance(100);
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 4 });
    expect(stdoutText()).toBe('prompt');
    expect(attaches()).toBe(2);
  });

  it('asks for the next sign at once when an early attempt was refused, and took no input for it', async () => {
    let third: FakeSocket | undefined;
    const { outcome, stdin, advance, attaches, stdoutText } = start({
      earlierOutput: 'live',
      signs: ['likely', 'likely'],
      attaches: [
        (socket) => {
          refuse(socket);
          return running();
        },
        (socket) => {
          refuse(socket);
          return running();
        },
        (socket) => {
          socket.receive(1, 'prompt');
          setImmediate(() => socket.receive(3, SUCCESS));
          third = socket;
          return terminated(4);
        },
      ],
    });
    stdin.write('typed');
    for (let round = 0; round < 10; round += 1) await advance(0);
    // The log is read for what a shell printed before.
    for (let round = 0; round < 8; round += 1) await advance(100);
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 4 });
    expect(stdoutText()).toBe('prompt');
    expect(attaches()).toBe(3);
    expect(third?.sent).toContain('\0typed');
  });

  it.each([
    { label: 'with Success', end: (socket: FakeSocket) => socket.receive(3, SUCCESS) },
    { label: 'without a word', end: (socket: FakeSocket) => socket.end(1006) },
  ])(
    'takes an early attempt that ends $label and without output for one that came too early',
    async ({ end }) => {
      const { outcome, advance, attaches, stdoutText } = start({
        earlierOutput: 'live',
        signs: ['likely'],
        attaches: [
          (socket) => {
            end(socket);
            return running();
          },
          (socket) => {
            socket.receive(1, 'prompt');
            socket.receive(3, SUCCESS);
            return terminated(4);
          },
        ],
      });
      for (let round = 0; round < 20; round += 1) await advance(100);
      expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 4 });
      expect(stdoutText()).toContain('prompt');
      expect(attaches()).toBe(2);
    },
  );

  it('gives up on one that runs and is never there', async () => {
    const { outcome, advance, attaches } = start({
      earlierOutput: 'live',
      attaches: [
        (socket) => {
          refuse(socket);
          return running();
        },
      ],
    });
    for (let round = 0; round < 170; round += 1) await advance(100);
    expect(await outcome).toEqual({ kind: 'lost', reason: 'container dbg not found' });
    expect(attaches()).toBeGreaterThan(10);
  });

  it.each([
    { earlierOutput: 'live', stdout: 'all of the log\n' },
    { earlierOutput: 'hold', stdout: 'all of the log\n' },
    { earlierOutput: 'skip', stdout: '' },
  ] as const)(
    'does not attach to what has ended; with $earlierOutput it shows "$stdout"',
    async ({ earlierOutput, stdout }) => {
      const { outcome, stdoutText, attaches } = start({ earlierOutput, attaches: [], state: terminated(3) });
      expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 3 });
      expect(stdoutText()).toBe(stdout);
      expect(attaches()).toBe(0);
    },
  );

  it.each([
    { earlierOutput: 'live', stdout: 'all of the log\n' },
    { earlierOutput: 'skip', stdout: '' },
  ] as const)(
    'shows "$stdout" with $earlierOutput when it ended while we attached, and nothing came',
    async ({ earlierOutput, stdout }) => {
      const { outcome, stdoutText, advance } = start({
        earlierOutput,
        attaches: [
          (socket) => {
            socket.receive(3, SUCCESS);
            return terminated(3);
          },
        ],
      });
      for (let round = 0; round < 8; round += 1) await advance(100);
      expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 3 });
      expect(stdoutText()).toBe(stdout);
    },
  );

  it('has no exit code of a pod that is gone', async () => {
    const { outcome, showGone, advance } = start({
      earlierOutput: 'live',
      attaches: [
        (socket) => {
          refuse(socket);
          return running();
        },
      ],
    });
    await advance(0);
    await advance(0);
    showGone();
    await advance(100);
    expect(await outcome).toEqual({ kind: 'unknown', reason: 'the pod was deleted' });
  });

  it.each([400, 401, 403, 404])('fails at once when the server refuses with %i', async (code) => {
    const { cluster } = aCluster({
      upgrade: () => Promise.reject(new ApiError({ method: 'GET', path: '/attach' }, code, {})),
    });
    const { watch } = aPodWatch(aPodWith(running()));
    const request: StartingAttach = {
      container: { namespace: 'shop', name: 'web-1', container: 'dbg' },
      stdin: false,
      stdinOnce: false,
      tty: false,
      earlierOutput: 'live',
      detachKeys: Buffer.alloc(0),
      nextSign: () => Promise.resolve('running'),
    };
    const { io } = anIo();
    const outcome = attachWhenStarted(
      { io, cluster, watch, output: openOutput(io) },
      request,
      new AbortController().signal,
    );
    await expect(outcome).rejects.toMatchObject({ code });
  });
});
