import { createServer, type AddressInfo, type Server } from 'node:net';
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aFolder } from '../builders/a-folder.ts';
import { finish, startCommand, type CommandOptions, type RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster } from './a-faulty-cluster.ts';

/** Takes connections, and says nothing on them: neither TLS nor HTTP. */
let silent: Server;
let place: string;
beforeAll(async () => {
  silent = createServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => void silent.close());

type Start = (argv: readonly string[], options?: Partial<CommandOptions>) => RunningCommand;

/** Commands for this cluster and user. */
async function startWith(
  cluster: Readonly<Record<string, unknown>>,
  user?: Readonly<Record<string, unknown>>,
): Promise<Start> {
  const folder = await aFolder();
  const kubeconfig = await folder.write('kubeconfig', JSON.stringify(aKubeconfig(cluster, user)));
  return (argv, options) => startCommand(argv, { kubeconfig, ...options });
}

/** What a command says while it waits; it is ended then. */
async function saidWhileWaiting(command: RunningCommand): Promise<string> {
  await command.untilStderr('waiting for');
  command.deliver('SIGINT');
  expect(await command.ended).toBe(130);
  return command.stderrText().split('\n')[0] ?? '';
}

/** Starts another command that waits, and lets it say so: by then, what waited before would have said so too. */
async function untilLaterWaitIsSaid(): Promise<void> {
  const start = await startWith({ server: `https://${place}` });
  await saidWhileWaiting(start(['pods']));
}

const COMMANDS = [
  ['web-1', '--image=busybox', '--', 'ls'],
  ['web-1'],
  ['node/n1', '--image=busybox', '--', 'ls'],
  ['deploy/web', '--image=busybox', '--', 'ls'],
  ['attach', 'web-1'],
  ['pods'],
  ['pods', '-o', 'json'],
  ['pods', '--watch'],
  ['check'],
  ['stop', 'web-1'],
  ['audit', 'deploy/web', '--image=busybox', '--', 'ls'],
];

it.each([{ isTerminal: true }, { isTerminal: false }])(
  'every command says which server it waits for, and how long at most, where stderr is a terminal: $isTerminal',
  async (how) => {
    const start = await startWith({ server: `https://${place}` });
    const lines = await Promise.all(COMMANDS.map((argv) => saidWhileWaiting(start(argv, how))));
    const said = `waiting for an answer of the API server https://${place} … (30 s at most)`;
    expect(lines).toEqual(COMMANDS.map(() => said));
  },
);

describe('a server that does not answer', () => {
  it.each([
    { label: 'the request', scheme: 'http', flags: [], bound: ' (30 s at most)' },
    { label: 'a request without a bound', scheme: 'https', flags: ['--request-timeout=0'], bound: '' },
    {
      label: 'with a time of its own',
      scheme: 'https',
      flags: ['--request-timeout=7'],
      bound: ' (7 s at most)',
    },
  ])('is named: $label', async ({ scheme, flags, bound }) => {
    const start = await startWith({ server: `${scheme}://${place}` });
    const said = await saidWhileWaiting(start(['pods', ...flags]));
    expect(said).toBe(`waiting for an answer of the API server ${scheme}://${place} …${bound}`);
  });

  it('is named with the proxy that stands on the way, without its password', async () => {
    const start = await startWith({
      server: 'https://k.example',
      'proxy-url': `http://user:secret@${place}`,
    });
    expect(await saidWhileWaiting(start(['pods']))).toBe(
      `waiting for an answer of the API server https://k.example, through the proxy http://${place} … (30 s at most)`,
    );
  });

  it.each([
    { label: 'a session', argv: ['web-1', '--image=busybox', '-q', '--', 'ls'] },
    { label: 'an attach', argv: ['attach', 'web-1', '-q'] },
    { label: 'an audit', argv: ['audit', 'deploy/web', '--image=busybox', '-q', '--', 'ls'] },
  ])('is not named by $label that is to be quiet', async ({ argv }) => {
    const start = await startWith({ server: `https://${place}` });
    const { exitCode, stderr } = await finish(start(['--request-timeout=2', ...argv]));
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/^error: [^\n]+\[timeout\]\nhint: [^\n]+\n$/);
  });

  it('is not named where a shell asks for completions', async () => {
    const start = await startWith({ server: `https://${place}` });
    const { stderr } = await finish(start(['completion', '--', 'web']));
    expect(stderr).toBe('');
  });
});

describe('a server that answers in the end', () => {
  it.each([
    { label: 'a pod', isSlow: (path: string, method: string) => method === 'GET' && path.endsWith('/web-1') },
    { label: 'a change', isSlow: (_: string, method: string) => method === 'PATCH' },
  ])('was spoken of once, in front of all else: $label', async ({ isSlow }) => {
    let said = (): boolean => false;
    const cluster = await aFaultyCluster({
      hook: async ({ path, method }) => {
        if (!isSlow(path, method)) return undefined;
        await until(said, () => 'a note of the slow server');
        // Long enough to be spoken of twice.
        await sleep(1100);
        return undefined;
      },
    });
    const command = cluster.start(['web-1', '--image=busybox', '-c', 'dbg', '-it', '--target='], {
      isTerminal: true,
    });
    said = () => command.stderrText().includes('waiting for');
    await until(() => cluster.container.clients() > 0, command.stderrText);
    cluster.container.print('# ');
    await command.untilStdout('# ');
    cluster.container.exit(0);
    expect(await command.ended).toBe(0);
    expect(command.stderrText().match(/waiting for/g)).toHaveLength(1);
    expect(command.stderrText()).toContain(
      `waiting for an answer of the API server ${cluster.playground.url} … (30 s at most)\n`,
    );
  });

  it('is said to be overloaded where it says so itself', async () => {
    let refusals = 0;
    const cluster = await aFaultyCluster({
      hook: () => {
        refusals += 1;
        const body = { kind: 'Status', status: 'Failure', code: 429, reason: 'TooManyRequests' };
        return refusals === 1 ? { status: 429, headers: { 'retry-after': '2' }, body } : undefined;
      },
    });
    const command = cluster.startFrozen(['pods'], { clock: 'real' });
    const { stderr, exitCode } = await finish(command);
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      `waiting for the API server ${cluster.playground.url}, which is overloaded (429); retrying … (30 s at most)\n`,
    );
  });

  it('is not spoken of for a stream whose head has come', async () => {
    const cluster = await aFaultyCluster();
    const command = cluster.startFrozen(['pods', '--watch'], { clock: 'real' });
    await command.untilStdout('web-1');
    await untilLaterWaitIsSaid();
    command.deliver('SIGINT');
    await command.ended;
    expect(command.stderrText()).toBe('');
  });
});

describe('credentials that take long', () => {
  const aPlugin = async (script: string): Promise<Start> => {
    const folder = await aFolder();
    const command = await folder.write('slow-plugin', `#!/bin/sh\n${script}\n`);
    await chmod(command, 0o755);
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'IfAvailable' };
    return startWith({ server: `https://${place}` }, { exec });
  };
  const env = { PATH: process.env['PATH'] ?? '' };

  it.each([
    { label: 'says nothing', script: 'exec sleep 60' },
    { label: 'has said something in a line', script: 'echo deprecated >&2; exec sleep 60' },
  ])('come of a plugin that $label: it is named', async ({ script }) => {
    const command = (await aPlugin(script))(['pods'], { env });
    await command.untilStderr('waiting for');
    command.deliver('SIGINT');
    await command.ended;
    expect(command.stderrText()).toMatch(
      /^(?:deprecated\n)?waiting for the credential plugin "\S+\/slow-plugin" …\n/,
    );
  });

  it('come of a plugin that asks its user: nothing is written behind its question', async () => {
    const command = (await aPlugin('printf "Password: " >&2; exec sleep 60'))(['pods'], { env });
    await command.untilStderr('Password: ');
    await untilLaterWaitIsSaid();
    expect(command.stderrText()).toBe('Password: ');
    command.deliver('SIGINT');
    await command.ended;
  });

  it('come of an identity provider: it is named', async () => {
    const config = {
      'idp-issuer-url': `https://${place}`,
      'client-id': 'kubectl',
      'refresh-token': 'refresh-0',
    };
    const start = await startWith(
      { server: 'https://k.example' },
      { 'auth-provider': { name: 'oidc', config } },
    );
    expect(await saidWhileWaiting(start(['pods']))).toBe(
      `waiting for an answer of the identity provider https://${place} … (30 s at most)`,
    );
  });
});

describe('input that does not come', () => {
  it.each([
    { isTerminal: true, said: 'waiting for what is typed here, which Ctrl-D ends …' },
    { isTerminal: false, said: 'waiting for stdin …' },
  ])('is named, where stdin is a terminal: $isTerminal', async ({ isTerminal, said }) => {
    const start = await startWith({ server: `https://${place}` });
    const audit = start(['audit', '-', '--image=busybox', '--', 'ls'], { isTerminal });
    expect(await saidWhileWaiting(audit)).toBe(said);
  });

  it('is named, of a file in the web', async () => {
    const start = await startWith({ server: `https://${place}` });
    const debug = start([
      '-f',
      `http://user:secret@${place}/pod.yaml?key=secret`,
      '--image=busybox',
      '--',
      'ls',
    ]);
    expect(await saidWhileWaiting(debug)).toBe(
      `waiting for what http://${place}/pod.yaml gives … (30 s at most)`,
    );
  });
});

describe('a container whose end is not reported', () => {
  it('is named, once its session is over', async () => {
    const cluster = await aFaultyCluster();
    const command = cluster.startFrozen(
      ['web-1', '--image=busybox', '-c', 'dbg', '-i', '--envelope=false', '--target=', '--', 'cat'],
      { clock: 'real' },
    );
    await until(() => cluster.container.clients() > 0, command.stderrText);
    cluster.container.print('one\n');
    await command.untilStdout('one\n');
    cluster.container.endStreams();
    await command.untilStderr('waiting for');
    cluster.container.exit(4);
    expect(await command.ended).toBe(4);
    expect(command.stderrText()).toContain(
      'waiting for the node to report how debug container "dbg" in default/web-1 ended … (2 s at most)\n',
    );
  });
});
