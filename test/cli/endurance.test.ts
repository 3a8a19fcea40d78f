import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import type { Kubelet, KubeletHost, ProcessStreams } from '../../playground/kubelet.ts';
import { createPlayground, type Playground } from '../../playground/playground.ts';
import { makeFakeKubelet } from '../playground/fake-kubelet.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import type { ContainerStatus, Pod } from '../../src/pod/types.ts';
import { openProcessIo } from '../../src/process-io.ts';
import { finish, startCommand, type CommandOptions } from '../drivers/run-command.ts';
import { IS_SOAK } from '../drivers/soak.ts';
import { until } from '../drivers/until.ts';

/** A thousand take a minute, and find no more than these. */
const COUNT = Number(process.env['ENDURANCE_COUNT'] ?? 40);
/** What is made once and kept, such as loaded modules, is made by these. */
const WARM_UP = 24;
const IDLE_HOURS = IS_SOAK ? 24 : 4;
const AT_ONCE = 8;
/** Between two pings of a session. */
const PING_SECONDS = 5;

const NOT_RUNNING = { kind: 'refusal', code: 400, message: 'container is not running' } as const;

function isBad({ spec }: Pod, name: string): boolean {
  return spec.ephemeralContainers?.some((each) => each.name === name && each.image === 'bad:1') ?? false;
}

/**
 * A kubelet whose containers print a line to whoever attaches, and end; the image
 * `bad:1` has no valid name, and a container `idle` runs on.
 */
function makeQuickKubelet(host: KubeletHost): Kubelet {
  const setState = (pod: Pod, name: string, state: ContainerStatus['state'] & object): void => {
    host.updateStatus(podRef(pod), pod.metadata.uid ?? '', (old) => ({
      ...old,
      ephemeralContainerStatuses: (old.ephemeralContainerStatuses ?? []).map((each) =>
        each.name === name ? { ...each, state } : each,
      ),
    }));
  };
  const attach = (pod: Pod, name: string): ProcessStreams => {
    const listeners: ((chunk: Buffer) => void)[] = [];
    const ended = new Promise<undefined>((resolve) =>
      setImmediate(() => {
        listeners.forEach((listener) => listener(Buffer.from('hello\n')));
        if (name === 'idle') return;
        setState(pod, name, { terminated: { exitCode: 3 } });
        resolve(undefined);
      }),
    );
    const nothing = (): void => undefined;
    return {
      onStdout: (listener) => listeners.push(listener),
      onStderr: nothing,
      writeStdin: nothing,
      endStdin: nothing,
      resize: nothing,
      ended,
      detach: nothing,
    };
  };
  const fake = makeFakeKubelet(host);
  return {
    ...fake,
    sync: (pod) => {
      fake.sync(pod);
      for (const { name } of pod.spec.ephemeralContainers ?? [])
        if (isBad(pod, name))
          setState(pod, name, { waiting: { reason: 'InvalidImageName', message: 'no name' } });
    },
    attach: (pod, { container }) => (isBad(pod, container) ? NOT_RUNNING : attach(pod, container)),
  };
}

let atEachRequest: Hook = () => undefined;
let playground: Playground;
let folder: string;
let oldFolder: string | undefined;
let kubeconfig: string;
const warnings: Error[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning);
const { io: processIo } = openProcessIo(process);

beforeAll(async () => {
  process.on('warning', onWarning);
  playground = await createPlayground({
    makeKubelet: makeQuickKubelet,
    hook: (request) => atEachRequest(request),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'endurance-'));
  // For temporary files of this process alone.
  oldFolder = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('admin'));
});
afterAll(async () => {
  process.off('warning', onWarning);
  if (oldFolder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = oldFolder;
  await playground.close();
  await rm(folder, { recursive: true });
});

const makePod = (name: string): void =>
  void playground.createPod({ name, spec: { nodeName: 'n', containers: [{ name: 'app', image: 'app:1' }] } });

/** Signals are heard by this process itself. */
const run = (argv: readonly string[], options: Partial<CommandOptions> = {}) =>
  finish(startCommand(argv, { kubeconfig, replace: { onSignal: processIo.onSignal }, ...options }));

/** Calls `work` with all numbers of a span, some at a time. */
async function forEach(from: number, to: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = from;
  const take = async (): Promise<void> => {
    while (next < to) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** What a process can leak: of each kind, how much there is of it. */
function countHeld(): Readonly<Record<string, number>> {
  const held: Record<string, number> = {};
  const count = (kind: string): void => void (held[kind] = (held[kind] ?? 0) + 1);
  process.getActiveResourcesInfo().forEach(count);
  for (const name of process.eventNames()) held[`on ${String(name)}`] = process.listenerCount(name);
  held['descriptors'] = readdirSync('/proc/self/fd').length;
  held['files'] = readdirSync(folder).length;
  return held;
}

/** What there is more of than before. */
function countLeaked(before: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(countHeld())
    .filter(([kind, count]) => count > (before[kind] ?? 0))
    .map(([kind, count]) => `${kind}: ${before[kind] ?? 0} became ${count}`);
}

async function endure(work: (index: number) => Promise<void>): Promise<void> {
  await forEach(0, WARM_UP, work);
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));
  await settled();
  const before = countHeld();
  await forEach(WARM_UP, COUNT, work);
  await until(
    () => countLeaked(before).length === 0,
    () => `nothing leaked: ${countLeaked(before).join(', ')}`,
  );
  expect(warnings).toEqual([]);
}

describe.skipIf(process.platform !== 'linux')('one process', () => {
  it(`has ${COUNT} sessions, and nothing is left of them`, { timeout: 240_000 }, async () => {
    await endure(async (index) => {
      const pod = `session-${index}`;
      makePod(pod);
      const result = await run(['debug', pod, '--image=ok:1', '-it', '-q', '-c', 'dbg', '--', 'sh'], {
        isTerminal: true,
      });
      expect(result).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('hello') as string });
    });
  });

  it(`has ${COUNT} starts that fail, and nothing is left of them`, { timeout: 240_000 }, async () => {
    await endure(async (index) => {
      const pod = `failed-${index}`;
      if (index % 2 === 0) makePod(pod);
      const { exitCode, stderr } = await run([
        'debug',
        pod,
        '--image=bad:1',
        '-i',
        '-q',
        '-c',
        'dbg',
        '--',
        'true',
      ]);
      expect(exitCode).toBe(125);
      expect(stderr).toContain(index % 2 === 0 ? '[image-invalid]' : '[not-found]');
    });
  });

  it('watches for a day, and nothing is left of the connections before', { timeout: 240_000 }, async () => {
    // A server ends each watch after about five minutes.
    const connections = 288;
    let watches = 0;
    atEachRequest = ({ query }) => {
      if (!query.has('watch')) return undefined;
      watches += 1;
      return { cutAfterEvents: 1, cutCleanly: true };
    };
    makePod('watched');
    const watched = { namespace: 'default', name: 'watched' };
    const command = startCommand(['pods', 'watched', '-w', '-o', 'name'], { kubeconfig });
    let before: Readonly<Record<string, number>> = {};
    for (let count = 1; count <= connections; count += 1) {
      await until(() => watches === count, command.stderrText);
      if (count === WARM_UP) before = countHeld();
      playground.setStatus(watched, { phase: 'Running', reason: `change-${count}` });
    }
    await until(
      () => countLeaked(before).length === 0,
      () => `nothing leaked: ${countLeaked(before).join(', ')}`,
    );
    command.deliver('SIGINT');
    expect(await finish(command)).toMatchObject({ exitCode: 130, stderr: '' });
    expect(command.stdoutText().split('\n').length).toBeGreaterThan(connections);
    expect(warnings).toEqual([]);
  });

  it(
    `waits in an idle session for ${IDLE_HOURS} hours, and nothing is left of its signs of life`,
    { timeout: 240_000 },
    async () => {
      makePod('idle');
      const start = [
        'debug',
        'idle',
        '--image=ok:1',
        '-i',
        '-q',
        '-c',
        'idle',
        '--attach=false',
        '--',
        'cat',
      ];
      expect(await run(start)).toMatchObject({ exitCode: 0 });
      const command = startCommand(['attach', 'idle', '-c', 'idle', '-q'], { kubeconfig, clock: 'virtual' });
      await until(() => command.stdoutText() === 'hello\n', command.stderrText);
      const state = { hasEnded: false };
      void command.ended.then(() => (state.hasEnded = true));
      const hourSteps = 3600 / PING_SECONDS;
      let before: Readonly<Record<string, number>> = {};
      for (let step = 0; step < IDLE_HOURS * hourSteps && !state.hasEnded; step += 1) {
        if (step === hourSteps) before = countHeld();
        await command.advance(PING_SECONDS * 1000);
      }
      expect(state.hasEnded).toBe(false);
      await until(
        () => countLeaked(before).length === 0,
        () => `nothing leaked: ${countLeaked(before).join(', ')}`,
      );
      command.deliver('SIGTERM');
      expect(await command.ended).toBe(143);
      expect(warnings).toEqual([]);
    },
  );
});
