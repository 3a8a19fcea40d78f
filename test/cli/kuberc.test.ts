import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { BETA, REFUSED, UNUSABLE, WARNED_OF } from '../samples/kuberc-texts.ts';

let cluster: RunPlayground;
let folder: string;
let kuberc: string;
beforeAll(async () => {
  cluster = await runPlayground();
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-kuberc-'));
  await mkdir(path.join(folder, '.kube'));
  kuberc = path.join(folder, '.kube', 'kuberc');
});
afterAll(async () => {
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a line for a user whose `~/.kube/kuberc` has this text. */
async function run(
  text: string,
  argv: readonly string[],
  options: Partial<CommandOptions> = {},
): Promise<CommandResult> {
  await writeFile(kuberc, text);
  const replace = { homeDirectory: folder, workingDirectory: folder, ...options.replace };
  return finish(cluster.start(argv, { ...options, replace }));
}

const imagesOf = (pod: string) =>
  (cluster.readPod(pod).spec.ephemeralContainers ?? []).map(({ image }) => image);
const ALIASES = `${BETA}aliases:
- name: net
  command: debug
  options:
  - name: image
    default: example/net:1
- name: say
  command: debug
  appendArgs: [--, echo, hello]
- name: getp
  command: get
  prependArgs: [pods]
  options:
  - name: output
    default: name
`;
const IMAGE = `${BETA}defaults:\n- command: debug\n  options:\n  - name: image\n    default: example/own:1\n`;

describe('defaults', () => {
  it('count as if they were typed, and what is typed counts in their place', async () => {
    const pod = await cluster.makePod();
    expect(await run(IMAGE, [pod, '-d'])).toMatchObject({ exitCode: 0 });
    expect(await run(IMAGE, ['debug', '-m', 'example/typed:1', pod, '-d'])).toMatchObject({ exitCode: 0 });
    expect(imagesOf(pod)).toEqual(['example/own:1', 'example/typed:1']);
  });

  it('count in place of the environment', async () => {
    const pod = await cluster.makePod();
    await run(IMAGE, [pod, '-d'], { env: { KUBECTL_DEBUG_IMAGE: 'example/env:1' } });
    expect(imagesOf(pod)).toEqual(['example/own:1']);
  });

  it('of get are those of pods', async () => {
    const pod = await cluster.makePod();
    const text = `${BETA}defaults: [{command: get, options: [{name: output, default: name}]}]\n`;
    expect(await run(text, ['pods', pod])).toEqual({ exitCode: 0, stdout: `pod/${pod}\n`, stderr: '' });
  });

  it('choose the namespace too', async () => {
    await cluster.makePod(undefined, { name: 'far', namespace: 'kube-system' }).catch(() => undefined);
    const text = `${BETA}defaults: [{command: get, options: [{name: namespace, default: nowhere}]}]\n`;
    expect(await run(text, ['pods'])).toMatchObject({ stderr: expect.stringContaining('nowhere') });
  });
});

describe('an alias', () => {
  it('is a command word, also where a pod has its name', async () => {
    const pod = await cluster.makePod(undefined, { name: 'net' });
    expect(await run(ALIASES, ['net', pod, '-d'])).toMatchObject({ exitCode: 0 });
    expect(imagesOf(pod)).toEqual(['example/net:1']);
    expect(await run(ALIASES, ['pod/net', '-m', 'example/other:1', '-d'])).toMatchObject({ exitCode: 0 });
    expect(imagesOf(pod)).toEqual(['example/net:1', 'example/other:1']);
  });

  it('brings a command along', async () => {
    const pod = await cluster.makePod();
    expect(await run(ALIASES, ['say', pod])).toMatchObject({ exitCode: 0, stdout: 'hello\n' });
  });

  it('of get lists pods, and nothing else', async () => {
    const pod = await cluster.makePod();
    expect(await run(ALIASES, ['getp', pod])).toEqual({ exitCode: 0, stdout: `pod/${pod}\n`, stderr: '' });
    const nodes = ALIASES.replace('[pods]', '[nodes]');
    expect(await run(nodes, ['getp'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: the alias "getp" .*\[usage\]\nhint: /),
    });
  });

  it('is shown by the help and by completion', async () => {
    expect((await run(ALIASES, ['--help'])).stdout).toMatch(
      /\n {2}net +Alias of kubectl debug --image=example\/net:1\n/,
    );
    expect((await run(ALIASES, ['net', '--help'])).stdout).toContain('Usage: kubectl-debug [debug]');
    expect((await run(ALIASES, ['completion', '--', 'sa'])).stdout).toMatch(/^say\tAlias of /);
    expect((await run(ALIASES, ['completion', '--', 'say', '--prof'])).stdout).toMatch(/^--profile\t/);
  });

  it('cannot write to a terminal as its owner did not mean', async () => {
    const text = JSON.stringify({
      apiVersion: 'kubectl.config.k8s.io/v1beta1',
      kind: 'Preference',
      'a\u001b[2J\u202e': 1,
      aliases: [{ name: 'evil', command: 'debug', prependArgs: ['\u001b]0;x\u0007\u202e'] }],
      defaults: [{ command: 'no\u001b[2Jpe' }],
    });
    const { stdout, stderr } = await run(text, ['--help']);
    expect(stdout).toContain('evil');
    const wrong = text.replace('"evil"', JSON.stringify('ev\u001b[2Jil'));
    const refused = await run(wrong, ['--help']);
    expect(refused.stderr).toContain('[kuberc]');
    expect(stdout + stderr + refused.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('a file', () => {
  it.each(WARNED_OF)('with $mistakes is used, with a warning', async ({ text, mistakes }) => {
    const { exitCode, stderr } = await run(text, ['--version']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: mistakes.map((each) => `Warning: the kuberc ${kuberc}: ${each} is ignored\n`).join(''),
    });
  });

  it.each(UNUSABLE)('that cannot be used is passed over with a warning: %j', async (text) => {
    expect(await run(text, ['--version'])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^Warning: the kuberc \S+ is not used: document 1: [^\n]+\n$/),
    });
  });

  it.each([UNUSABLE[0], UNUSABLE[1], undefined])('that was named has to be usable: %j', async (text = '') => {
    const pod = await cluster.makePod();
    const named = text === '' ? path.join(folder, 'none') : kuberc;
    for (const options of [{ argv: [`--kuberc=${named}`] }, { argv: [], env: { KUBERC: named } }]) {
      const { exitCode, stdout, stderr } = await run(text, [pod, '-d', ...options.argv], options);
      expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
      expect(stderr).toMatch(/^error: cannot use the kuberc \S+: .+ \[kuberc\]\n$/);
    }
    expect(imagesOf(pod)).toEqual([]);
  });

  it('that is larger than its bound is passed over, or refused where it was named', async () => {
    const text = '#'.repeat(16 * 1024 * 1024 + 1);
    expect(await run(text, ['--version'])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(
        /^Warning: the kuberc \S+ is not used: the file \S+ is larger than 16 MiB\n$/,
      ),
    });
    expect(await run(text, ['--version', `--kuberc=${kuberc}`])).toMatchObject({
      exitCode: 125,
      stderr: expect.stringMatching(/^error: the file \S+ is larger than 16 MiB \[too-large\]\nhint: /),
    });
  });

  it.each(REFUSED)('that kubectl refuses is refused by every command: %j', async (text) => {
    for (const argv of [['web'], ['pods'], ['check'], ['audit', '-A', '--', 'ls'], ['stop', 'x']]) {
      const { exitCode, stdout, stderr } = await run(text, argv);
      expect(exitCode, argv.join(' ')).not.toBe(0);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^error: cannot use the kuberc \S+: .+ \[kuberc\]\nhint: .+\n$/);
    }
  });

  it('that is a folder, or empty, is passed over', async () => {
    expect(await run('', ['--version'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run('', ['--version', `--kuberc=${folder}`])).toMatchObject({
      exitCode: 125,
      stderr: expect.stringContaining('[kuberc]'),
    });
  });

  it('of the working directory is none where the user has no home', async () => {
    const previous = process.cwd();
    process.chdir(folder);
    try {
      const text = 'a: [';
      expect(await run(text, ['--version'])).toMatchObject({ stderr: expect.stringContaining('not used') });
      const replace = { homeDirectory: undefined };
      expect(await run(text, ['--version'], { replace })).toMatchObject({ stderr: '' });
    } finally {
      process.chdir(previous);
    }
  });

  it('is turned off by the environment', async () => {
    const pod = await cluster.makePod();
    await run(IMAGE, [pod, '-d'], { env: { KUBERC: 'off', KUBECTL_DEBUG_IMAGE: 'example/env:1' } });
    await run(IMAGE, [pod, '-d'], { env: { KUBECTL_KUBERC: 'false', KUBECTL_DEBUG_IMAGE: 'example/env:2' } });
    expect(imagesOf(pod)).toEqual(['example/env:1', 'example/env:2']);
  });
});

describe('the policy for credential plugins', () => {
  let pod: string;
  let ran: string;
  let plugin: string;
  let kubeconfig: string;
  beforeAll(async () => {
    pod = await cluster.makePod();
    ran = path.join(folder, 'ran');
    plugin = path.join(folder, 'plugin');
    kubeconfig = path.join(folder, 'kubeconfig');
    const config = parse(await readFile(cluster.kubeconfigs.admin, 'utf8')) as {
      users: { user: { token: string } }[];
    };
    const token = config.users[0]?.user.token;
    const apiVersion = 'client.authentication.k8s.io/v1';
    const credential = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token } });
    await writeFile(plugin, `#!/bin/sh\ntouch '${ran}'\necho '${credential}'\n`, { mode: 0o755 });
    const exec = { apiVersion, command: plugin, interactiveMode: 'Never' };
    const users = config.users.map((user) => ({ ...user, user: { exec } }));
    await writeFile(kubeconfig, JSON.stringify({ ...config, users }));
  });

  const WORDS = [
    ['debug', '-d'],
    ['attach'],
    ['pods'],
    ['audit', '--all-containers', '--', 'true'],
    ['check'],
    ['stop', '--dry-run=client'],
  ];
  const withPod = ([word = '', ...flags]: readonly string[]) => [word, pod, ...flags];
  const list = (...commands: readonly string[]) =>
    `${BETA}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: ${JSON.stringify(commands.map((command) => ({ command })))}\n`;

  it.each(WORDS.map((words) => ({ words })))('lets nothing run with DenyAll: $words', async ({ words }) => {
    await rm(ran, { force: true });
    const { stderr, exitCode } = await run(`${BETA}credentialPluginPolicy: DenyAll\n`, withPod(words), {
      kubeconfig,
    });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/the plugin \S+ may not run: \S+kuberc has the credentialPluginPolicy DenyAll/);
    expect(existsSync(ran)).toBe(false);
  });

  it('lets run what is listed, and nothing else', async () => {
    await rm(ran, { force: true });
    expect(await run(list('aws'), ['pods'], { kubeconfig })).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /may not run: the credentialPluginAllowlist of \S+ does not list it \[credentials\]/,
      ),
    });
    expect(existsSync(ran)).toBe(false);
    expect(await run(list('aws', plugin), ['pods'], { kubeconfig })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(existsSync(ran)).toBe(true);
  });

  it('lets nothing run for completion either', async () => {
    for (const text of [`${BETA}credentialPluginPolicy: DenyAll\n`, list('aws'), list()]) {
      await rm(ran, { force: true });
      const { exitCode, stdout } = await run(text, ['completion', '--', 'pods', 'web'], { kubeconfig });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: ':4\n' });
      expect(existsSync(ran)).toBe(false);
    }
    expect((await run('', ['completion', '--', 'pods', 'web'], { kubeconfig })).stdout).toContain(pod);
    expect(existsSync(ran)).toBe(true);
  });

  it('holds whatever an alias or a default says', async () => {
    await rm(ran, { force: true });
    const text = `${BETA}credentialPluginPolicy: DenyAll\naliases: [{name: net, command: debug}]\ndefaults: [{command: debug, options: [{name: kuberc, default: /dev/null}]}]\n`;
    for (const word of ['net', 'debug']) {
      const { stderr } = await run(text, [word, pod, '-d'], { kubeconfig });
      expect(stderr).toContain('DenyAll');
    }
    expect(existsSync(ran)).toBe(false);
  });
});
