import { describe, expect, it } from 'vitest';
import { aCluster } from '../../test/builders/a-cluster.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { aPod, anEphemeralContainer, running, terminated, waiting } from '../../test/builders/a-pod.ts';
import { ApiError } from '../cluster/refusals/api-error.ts';
import type { ApiRequest } from '../cluster/cluster.ts';
import { Interrupted } from '../errors/interrupted.ts';
import { makeNotes } from '../output/say/notes.ts';
import type { ContainerStateFields } from '../pod/types.ts';
import { joinContainer } from './join-container.ts';
import type { JoinRequest } from './watched.ts';

const NO_KEYS = Buffer.alloc(0);
const isLog = ({ path }: ApiRequest): boolean => path.endsWith('/log');

/** What never ends, as a watch of something that does not change. */
async function* silence(): AsyncGenerator<string> {
  await new Promise(() => undefined);
  yield '';
}

interface Setup {
  readonly state: ContainerStateFields;
  readonly stdin?: boolean;
  readonly joining?: Partial<JoinRequest>;
  readonly signal?: AbortSignal;
}

function join({ state, stdin = false, joining = {}, signal = new AbortController().signal }: Setup) {
  const fake = anIo();
  const { cluster, requests } = aCluster({
    stream: (request) => (isLog(request) ? ['printed\n'] : silence()),
    upgrade: () => Promise.reject(new ApiError({ method: 'GET', path: '/attach' }, 403, { message: 'no' })),
  });
  const notes = makeNotes(fake.io, { quiet: false });
  const ended = joinContainer(
    { io: fake.io, cluster, notes, isQuiet: false },
    {
      pod: aPod({ ephemerals: [{ name: 'dbg', state }] }),
      container: anEphemeralContainer({ name: 'dbg', stdin }),
      startTimeoutMs: 60_000,
      detachKeys: NO_KEYS,
      reconnects: false,
      isRemoved: false,
      via: 'auto',
      from: 'start',
      ...joining,
    },
    signal,
  );
  ended.catch(() => undefined);
  return { ...fake, ended, paths: () => requests.map(({ path }) => path.split('/').at(-1)), requests };
}

describe('joinContainer', () => {
  it('shows a container that has ended by its log, and returns its exit code', async () => {
    const { ended, stdoutText, paths } = join({ state: terminated(7) });
    expect(await ended).toBe(7);
    expect(stdoutText()).toBe('printed\n');
    expect(paths()).not.toContain('attach');
  });

  it.each([
    { label: 'one of our own', from: 'start' },
    { label: 'one that others have started', from: 'now' },
  ] as const)('attaches to $label, and explains why it may not', async ({ from }) => {
    const { ended, paths } = join({ state: running(), stdin: true, joining: { from } });
    await expect(ended).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('in shop/web-1: no') as string,
    });
    expect(paths()).toContain('attach');
  });

  it('shows one without stdin by its log, and says why, where it may not attach', async () => {
    const controller = new AbortController();
    const { ended, advance, stdoutText, stderrText, paths } = join({
      state: running(),
      signal: controller.signal,
    });
    await advance(500);
    expect(paths()).toContain('attach');
    expect(stdoutText()).toBe('printed\n');
    expect(stderrText()).toMatch(/^Warning: no; the log of "dbg" is shown instead\n$/);
    controller.abort(new Interrupted('SIGINT'));
    expect(await ended).toBe(130);
  });

  it.each([
    {
      isRemoved: false,
      said: /^Warning: debug container "dbg" stays in shop\/web-1; .*: kubectl-debug attach web-1 -n shop -c dbg\n$/,
    },
    { isRemoved: true, said: /^$/ },
  ])(
    'says how to get back when it is interrupted while it waits; removed: $isRemoved',
    async ({ isRemoved, said }) => {
      const controller = new AbortController();
      const state = waiting('ContainerCreating');
      const { ended, stderrText } = join({ state, joining: { isRemoved }, signal: controller.signal });
      controller.abort(new Interrupted('SIGINT'));
      await expect(ended).rejects.toMatchObject({ name: 'Interrupted' });
      expect(stderrText()).toMatch(said);
    },
  );

  it.each([
    { label: 'has ended', state: terminated(0) },
    { label: 'cannot start', state: waiting('ErrImageNeverPull') },
  ])('ends its watch when the container $label', async ({ state }) => {
    const { ended, requests } = join({ state });
    await ended.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const watches = requests.filter(({ query }) => query?.['watch'] === true);
    expect(watches.length).toBeGreaterThan(0);
    expect(watches.every(({ signal }) => signal?.aborted)).toBe(true);
  });
});
