import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BETA } from '../samples/kuberc-texts.ts';
import { KUBECONFIG, KUBECTL, STARTED } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl, type Result } from './kubectl.ts';

let namespace: Namespace;
let folder: string;
const at = (...parts: readonly string[]) => path.join(folder, ...parts);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-kuberc-'));
  await mkdir(at('home', '.kube'), { recursive: true });
  namespace = await createNamespace('kuberc');
  await namespace.create([aPod('web-1'), aPod('web-2')]);
});
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

interface Call {
  /** Of `~/.kube/kuberc`; none where it is absent. */
  readonly kuberc?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a program for a user with a home of his own. */
async function run(program: readonly string[], args: readonly string[], call: Call): Promise<Result> {
  const file = at('home', '.kube', 'kuberc');
  if (call.kuberc === undefined) await rm(file, { force: true });
  else await writeFile(file, call.kuberc);
  const [command = '', ...first] = program;
  const env = { ...process.env, KUBECONFIG, HOME: at('home'), ...call.env };
  return new Promise((resolve) => {
    const options = { env, cwd: call.cwd ?? folder };
    const child = execFile(command, [...first, ...args], options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}
const theirs = (args: readonly string[], call: Call) => run([path.resolve(KUBECTL)], args, call);
const ours = (args: readonly string[], call: Call) => run(STARTED, args, call);

const defaults = (...options: readonly string[]) =>
  `${BETA}defaults:\n- command: get\n  options:\n${options
    .map((option) => option.split('='))
    .map(([name, ...value]) => `  - name: ${name}\n    default: ${JSON.stringify(value.join('='))}\n`)
    .join('')}`;

describe('get pods', () => {
  it.each([
    { kuberc: defaults('output=name'), args: [] },
    { kuberc: defaults('output=name'), args: ['-o', 'jsonpath={.items[*].metadata.name}'] },
    { kuberc: defaults('output=name', 'selector=none=such'), args: [] },
    { kuberc: defaults('no-headers=true', 'output=custom-columns=N:.metadata.name'), args: [] },
    { kuberc: defaults('output=name', 'server-print=false'), args: ['web-2'] },
    { kuberc: defaults('label-columns=made', 'output=name'), args: ['-L', 'x'] },
    { kuberc: defaults('ignore-not-found=true', 'output=name'), args: ['none'] },
  ])('is what pods prints with $kuberc and $args', async ({ kuberc, args }) => {
    const rest = ['-n', namespace.name, ...args];
    const answer = await theirs(['get', 'pods', ...rest], { kuberc });
    expect(answer).toMatchObject({ exitCode: 0 });
    expect(await ours(['pods', ...rest], { kuberc })).toMatchObject({ exitCode: 0, stdout: answer.stdout });
  });

  it('is what an alias of it prints', async () => {
    const kuberc = `${BETA}aliases: [{name: getp, command: get, prependArgs: [pods], options: [{name: output, default: name}]}]\n`;
    for (const args of [[], ['web-1'], ['web-1', '-o', 'jsonpath={.metadata.name}']]) {
      const words = ['getp', ...args, '-n', namespace.name];
      const answer = await theirs(words, { kuberc });
      expect(answer).toMatchObject({ exitCode: 0 });
      expect(await ours(words, { kuberc })).toMatchObject({ exitCode: 0, stdout: answer.stdout });
    }
  });
});

/** What `$KUBERC` and `--kuberc` do, seen by the format of a list. */
describe('the place of the kuberc', () => {
  const NAME = defaults('output=name');
  it.each([
    { label: 'at home', call: { kuberc: NAME }, args: [] },
    { label: 'none', call: {}, args: [] },
    { label: 'KUBERC=off', call: { kuberc: NAME, env: { KUBERC: 'off' } }, args: [] },
    { label: 'KUBERC=off and a flag', call: { env: { KUBERC: 'off' } }, args: ['--kuberc={folder}/named'] },
    { label: 'KUBECTL_KUBERC=FALSE', call: { kuberc: NAME, env: { KUBECTL_KUBERC: 'FALSE' } }, args: [] },
    { label: 'KUBECTL_KUBERC=0', call: { kuberc: NAME, env: { KUBECTL_KUBERC: '0' } }, args: [] },
    {
      label: 'KUBECTL_KUBERC=false and a flag',
      call: { env: { KUBECTL_KUBERC: 'false' } },
      args: ['--kuberc={folder}/named'],
    },
    { label: 'KUBERC', call: { env: { KUBERC: '{folder}/named' } }, args: [] },
    { label: 'a relative KUBERC', call: { env: { KUBERC: 'named' } }, args: [] },
    { label: 'KUBERC of nothing', call: { env: { KUBERC: '{folder}/none' } }, args: [] },
    { label: 'a flag', call: {}, args: ['--kuberc={folder}/named'] },
    { label: 'a flag with a blank', call: {}, args: ['--kuberc', 'named'] },
    { label: 'a flag over KUBERC', call: { env: { KUBERC: '{folder}/none' } }, args: ['--kuberc=named'] },
    { label: 'two flags', call: {}, args: ['--kuberc=named', '--kuberc=none'] },
    { label: 'two flags, the other way round', call: {}, args: ['--kuberc=none', '--kuberc=named'] },
    { label: 'a flag of nothing', call: {}, args: ['--kuberc=none'] },
    { label: 'an empty flag', call: {}, args: ['--kuberc='] },
    { label: 'a broken one at home', call: { kuberc: 'a: [' }, args: [] },
    { label: 'a wrong one at home', call: { kuberc: `${BETA}credentialPluginPolicy: x\n` }, args: [] },
    { label: 'one with an unknown field', call: { kuberc: `${NAME}more: 1\n` }, args: [] },
  ])('is the same for both: $label', async ({ call, args }) => {
    await writeFile(at('named'), NAME);
    const fill = (text: string) => text.replace('{folder}', folder);
    const env = Object.fromEntries(
      Object.entries('env' in call ? call.env : {}).map(([name, value]) => [name, fill(value)]),
    );
    const words = ['web-1', '-n', namespace.name, '--no-headers', ...args.map(fill)];
    const answer = await theirs(['get', 'pods', ...words], { ...call, env });
    const own = await ours(['pods', ...words], { ...call, env });
    const meaning = ({ exitCode, stdout }: Result) => ({ exitCode, isName: stdout === 'pod/web-1\n' });
    expect(meaning(own), own.stderr).toEqual(meaning(answer));
    expect(own.stderr === '', own.stderr).toBe(answer.stderr === '');
  });
});

describe('the policy for credential plugins', () => {
  const list = (...commands: readonly string[]) =>
    `${BETA}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: ${JSON.stringify(commands.map((command) => ({ command })))}\n`;
  const APIS = 'client.authentication.k8s.io/v1';
  let cluster: { readonly server: string; readonly 'certificate-authority-data': string };

  beforeAll(async () => {
    const view = JSON.parse(await kubectl(['config', 'view', '--raw', '--minify', '-o', 'json'])) as {
      clusters: { cluster: typeof cluster }[];
      users: { user: Record<string, string> }[];
    };
    const [entry] = view.clusters;
    if (entry === undefined) throw new Error('no cluster');
    ({ cluster } = entry);
    const user = view.users[0]?.user ?? {};
    const decode = (name: string) => Buffer.from(user[name] ?? '', 'base64').toString();
    const status = user['token']
      ? { token: user['token'] }
      : {
          clientCertificateData: decode('client-certificate-data'),
          clientKeyData: decode('client-key-data'),
        };
    const credential = JSON.stringify({ kind: 'ExecCredential', apiVersion: APIS, status });
    await writeFile(at('credential'), credential);
    for (const name of ['bin', 'other', 'config']) await mkdir(at(name));
    for (const file of ['bin/login', 'other/login', 'other/real', 'config/login'])
      await writeFile(at(file), `#!/bin/sh\ntouch '${at('ran')}'\ncat '${at('credential')}'\n`, {
        mode: 0o755,
      });
    await symlink(at('other/real'), at('bin/link'));
    await writeFile(at('bin/data'), '', { mode: 0o644 });
  });

  /** Whether each of both runs the plugin. */
  async function whoRuns(command: string, kuberc: string): Promise<Readonly<Record<string, boolean>>> {
    const exec = { apiVersion: APIS, command: command.replace('{folder}', folder), interactiveMode: 'Never' };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      clusters: [{ name: 'c', cluster }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'c', namespace: namespace.name } }],
      users: [{ name: 'c', user: { exec } }],
    };
    await writeFile(at('config/config'), JSON.stringify(config));
    const env = { KUBECONFIG: at('config/config'), PATH: `${at('bin')}:${at('other')}:/usr/bin:/bin` };
    const runs: Record<string, boolean> = {};
    const sides = {
      theirs: () => theirs(['get', 'pods'], { kuberc, env }),
      ours: () => ours(['pods'], { kuberc, env }),
    };
    for (const [name, side] of Object.entries(sides)) {
      await rm(at('ran'), { force: true });
      const { exitCode } = await side();
      runs[name] = existsSync(at('ran'));
      expect(exitCode === 0).toBe(runs[name]);
    }
    return runs;
  }

  it.each([
    { command: 'login', policy: BETA, allowed: true },
    { command: 'login', policy: `${BETA}credentialPluginPolicy: AllowAll\n`, allowed: true },
    { command: 'login', policy: `${BETA}credentialPluginPolicy: DenyAll\n`, allowed: false },
    { command: 'login', policy: `${BETA}credentialPluginPolicy: Nothing\n`, allowed: false },
    { command: 'login', policy: `${BETA}credentialPluginPolicy: Allowlist\n`, allowed: false },
    // A text that kubectl cannot read at home says nothing.
    { command: 'login', policy: `${BETA}credentialPluginPolicy: [DenyAll]\n`, allowed: true },
    { command: 'login', policy: `${BETA}credentialPluginpolicy: DenyAll\n`, allowed: true },
    {
      command: 'login',
      policy: `${BETA}credentialPluginPolicy: AllowAll\ncredentialPluginPolicy: DenyAll\n`,
      allowed: false,
    },
    {
      command: 'login',
      policy: BETA.replace('beta', 'alpha') + 'credentialPluginPolicy: DenyAll\n',
      allowed: true,
    },
    { command: 'login', policy: list('login'), allowed: true },
    { command: 'login', policy: list('nope', 'login'), allowed: true },
    { command: 'login', policy: list('{folder}/bin/login'), allowed: true },
    { command: 'login', policy: list('{folder}/other/login'), allowed: false },
    { command: 'login', policy: list('Login'), allowed: false },
    { command: 'login', policy: list('bin/login'), allowed: false },
    { command: 'login', policy: list('log*'), allowed: false },
    { command: 'login', policy: list(), allowed: false },
    { command: 'login', policy: list(''), allowed: false },
    { command: 'login', policy: list('./login'), allowed: false },
    { command: '{folder}/bin/login', policy: list('login'), allowed: true },
    { command: '{folder}/other/login', policy: list('login'), allowed: false },
    { command: '{folder}/other/login', policy: list('{folder}/other/login'), allowed: true },
    { command: '{folder}/other//login', policy: list('{folder}/other/login'), allowed: true },
    { command: '{folder}/bin/../other/login', policy: list('{folder}/other/login'), allowed: true },
    { command: './login', policy: list('login'), allowed: false },
    { command: './login', policy: list('{folder}/config/login'), allowed: true },
    { command: '../bin/login', policy: list('login'), allowed: true },
    { command: 'link', policy: list('link'), allowed: true },
    { command: 'link', policy: list('{folder}/bin/link'), allowed: true },
    { command: 'link', policy: list('{folder}/other/real'), allowed: false },
    { command: '{folder}/other/real', policy: list('link'), allowed: false },
    { command: 'data', policy: list('data'), allowed: false },
    { command: 'nowhere', policy: list('nowhere'), allowed: false },
  ])('runs $command: $allowed with $policy', async ({ command, policy, allowed }) => {
    expect(await whoRuns(command, policy.replaceAll('{folder}', folder))).toEqual({
      theirs: allowed,
      ours: allowed,
    });
  });
});
