import { delimiter } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { until } from '../../../test/drivers/until.ts';
import type { ExecPlugin } from '../settings/exec-plugin-settings.ts';
import { runExecPlugin } from './run-exec-plugin.ts';

const folder = await aFolder();
const script = await folder.write(
  'plugin',
  `#!/usr/bin/env node
const say = (token) => console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: JSON.parse(process.env.KUBERNETES_EXEC_INFO).apiVersion, status: { token } }));
const acts = {
  env: () => say([process.env.FROM_US, process.env.FROM_ENTRY, process.argv[3]].join(' ')),
  info: () => say(process.env.KUBERNETES_EXEC_INFO),
  fail: () => { console.error('please log in'); process.exitCode = 3; },
  hang: () => { console.error(process.pid); setInterval(() => {}, 1000); },
  flood: () => {
    const fill = () => { while (process.stdout.write('x'.repeat(65536))); };
    process.stdout.on('drain', fill).on('error', () => process.exit());
    fill();
  },
  chatter: () => {
    for (let line = 0; line < 2000; line += 1) console.error('x'.repeat(1000));
    say('after');
  },
  stubborn: () => {
    process.on('SIGTERM', () => {});
    acts.hang();
  },
};
acts[process.argv[2]]();
`,
);

const aPlugin = (overrides: Partial<ExecPlugin> = {}): ExecPlugin => ({
  label: 'user "u1", exec in FILE',
  command: script,
  args: ['env'],
  env: {},
  apiVersion: 'client.authentication.k8s.io/v1',
  installHint: undefined,
  providesClusterInfo: false,
  interactiveMode: 'Never',
  ...overrides,
});
const path = { PATH: process.env['PATH'] ?? '' };
const run = (
  plugin: ExecPlugin,
  options: { signal?: AbortSignal; isTerminal?: boolean; env?: Record<string, string> } = {},
) => {
  const fake = anIo({ env: { ...path, ...options.env }, isTerminal: options.isTerminal ?? false });
  const cluster = () => Promise.resolve({ server: 'https://k.example', config: null });
  const signal = options.signal ?? new AbortController().signal;
  return { fake, issued: runExecPlugin(plugin, { io: fake.io, cluster, signal }) };
};

it('gets our environment, its own on top, and its arguments', async () => {
  const plugin = aPlugin({ env: { FROM_ENTRY: 'b' }, args: ['env', 'c'] });
  const { issued } = run(plugin, { env: { FROM_US: 'a', FROM_ENTRY: 'x' } });
  expect((await issued).credential).toEqual({ authorization: 'Bearer a b c' });
});

it.each([
  { mode: 'Never', isTerminal: true, interactive: false },
  { mode: 'IfAvailable', isTerminal: false, interactive: false },
  { mode: 'IfAvailable', isTerminal: true, interactive: true },
  { mode: 'Always', isTerminal: true, interactive: true },
] as const)(
  'may ask: $interactive with $mode and terminal $isTerminal',
  async ({ mode, isTerminal, interactive }) => {
    const { issued } = run(aPlugin({ args: ['info'], interactiveMode: mode }), { isTerminal });
    const info = (await issued).credential.authorization?.replace('Bearer ', '') ?? '';
    expect(JSON.parse(info)).toMatchObject({ spec: { interactive } });
  },
);

it('is told of the cluster when it asks for it', async () => {
  const { issued } = run(aPlugin({ args: ['info'], providesClusterInfo: true }));
  expect((await issued).credential.authorization).toContain(
    '"cluster":{"server":"https://k.example","config":null}',
  );
});

it('is not run where it has to ask and nobody is there', async () => {
  const { issued } = run(aPlugin({ interactiveMode: 'Always' }));
  await expect(issued).rejects.toMatchObject({ kind: 'credentials', message: /but there is no terminal/ });
});

it('has its stderr passed on and its exit code told', async () => {
  const { issued, fake } = run(aPlugin({ args: ['fail'] }));
  await expect(issued).rejects.toMatchObject({
    kind: 'credentials',
    message: `user "u1", exec in FILE: the plugin ${script} exited with 3`,
  });
  expect(fake.stderrText()).toBe('please log in\n');
});

it('is said to be missing with its own hint', async () => {
  const { issued } = run(aPlugin({ command: 'no-such-plugin', installHint: 'get it here' }));
  await expect(issued).rejects.toMatchObject({
    kind: 'credentials',
    message: 'user "u1", exec in FILE: the plugin no-such-plugin is in no absolute folder of PATH',
    hint: 'get it here',
  });
});

it.each(['', '.', `relative${delimiter}`, `${delimiter}/nowhere`])(
  'is never a program of the working directory, with PATH %j',
  async (entries) => {
    const before = process.cwd();
    process.chdir(folder.path);
    try {
      const { issued } = run(aPlugin({ command: 'plugin' }), { env: { PATH: entries } });
      await expect(issued).rejects.toMatchObject({
        kind: 'credentials',
        hint: expect.stringContaining('entries of PATH that are empty or relative are not searched'),
      });
    } finally {
      process.chdir(before);
    }
  },
);

it('is looked for by our PATH, is handed its own, and is told the name that it was called by', async () => {
  const shell = aPlugin({
    command: 'sh',
    args: [
      '-c',
      `printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"%s"}}' "$0 $PATH"`,
    ],
    env: { PATH: '/nowhere' },
  });
  expect(await run(shell).issued).toMatchObject({ credential: { authorization: 'Bearer sh /nowhere' } });
});

it.each(['hang', 'stubborn'])('is ended by the signal, whatever it does about it (%s)', async (act) => {
  const abort = new AbortController();
  const { issued, fake } = run(aPlugin({ args: [act] }), { signal: abort.signal });
  issued.catch(() => undefined);
  await until(() => fake.stderrText() !== '', fake.stderrText);
  const pid = Number(fake.stderrText());
  abort.abort();
  await expect(issued).rejects.toMatchObject({ kind: 'credentials' });
  await until(
    () => !isRunning(pid),
    () => 'the end of the plugin',
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

it('is ended when it prints more than its bound', async () => {
  const { issued } = run(aPlugin({ args: ['flood'] }));
  await expect(issued).rejects.toMatchObject({
    kind: 'too-large',
    message: `user "u1", exec in FILE: the output of the plugin ${script} is larger than 1 MiB`,
  });
});

it('waits for a reader of its errors who is slow, and loses nothing of them', async () => {
  const fake = anIo({ env: path });
  const taken: Buffer[] = [];
  const slow = new Writable({
    highWaterMark: 1024,
    write: (chunk: Buffer, _encoding, done) => {
      taken.push(chunk);
      setImmediate(done);
    },
  });
  const cluster = () => Promise.resolve({ server: 'https://k.example', config: null });
  const io = { ...fake.io, stderr: slow };
  const issued = await runExecPlugin(aPlugin({ args: ['chatter'] }), {
    io,
    cluster,
    signal: new AbortController().signal,
  });
  expect(issued.credential).toEqual({ authorization: 'Bearer after' });
  expect(Buffer.concat(taken)).toHaveLength(2000 * 1001);
});

it.each([
  { label: 'waits for its turn if it may ask', isTerminal: true, turns: 1 },
  { label: 'waits for nobody if it cannot ask', isTerminal: false, turns: 0 },
])('$label', async ({ isTerminal, turns }) => {
  let taken = 0;
  const askInTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    taken += 1;
    return ask();
  };
  const io = { ...anIo({ env: path, isTerminal }).io, askInTurn };
  const cluster = () => Promise.resolve({ server: 'https://k.example', config: null });
  const { signal } = new AbortController();
  await runExecPlugin(aPlugin({ interactiveMode: 'IfAvailable' }), { io, cluster, signal });
  expect(taken).toBe(turns);
});
