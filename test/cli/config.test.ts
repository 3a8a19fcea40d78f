import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

let cluster: RunPlayground;
let folder: string;
let company: string;
let own: string;
beforeAll(async () => {
  cluster = await runPlayground();
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-config-'));
  company = path.join(folder, 'etc', 'kubectl-debug', 'config.yaml');
  own = path.join(folder, '.config', 'kubectl-debug', 'config.yaml');
  await Promise.all([company, own].map((file) => mkdir(path.dirname(file), { recursive: true })));
});
afterAll(async () => {
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => Promise.all([company, own].map((file) => rm(file, { force: true }))));

/** Runs a line for a user whose home has this config, on a machine whose company ships the other one. */
async function run(
  argv: readonly string[],
  files: { readonly own?: string; readonly company?: string } = {},
  options: Partial<CommandOptions> = {},
): Promise<CommandResult> {
  if (files.own !== undefined) await writeFile(own, files.own);
  if (files.company !== undefined) await writeFile(company, files.company);
  const replace = {
    homeDirectory: folder,
    systemFolder: path.join(folder, 'etc'),
    workingDirectory: folder,
    platform: 'linux' as const,
    ...options.replace,
  };
  return finish(cluster.start(argv, { ...options, replace }));
}

const imagesOf = (pod: string) =>
  (cluster.readPod(pod).spec.ephemeralContainers ?? []).map(({ image }) => image);

describe('defaults', () => {
  it('count unless they are typed; the environment goes between', async () => {
    const pod = await cluster.makePod();
    const file = { own: 'defaults: {image: example/own:1}\n' };
    const env = { KUBECTL_DEBUG_IMAGE: 'example/env:1' };
    await run([pod, '-d'], file);
    await run([pod, '-d'], file, { env });
    await run([pod, '-d', '-m', 'example/typed:1'], file, { env });
    expect(imagesOf(pod)).toEqual(['example/own:1', 'example/env:1', 'example/typed:1']);
  });

  it('choose an image as the default one: the target is still chosen', async () => {
    const pod = await cluster.makePod();
    await run([pod, '-d'], { own: 'defaults: {image: example/own:1}\n' });
    expect(cluster.readPod(pod).spec.ephemeralContainers?.[0]).toMatchObject({ targetContainerName: 'app' });
  });

  it('reach the object: variables, rights, pull policy', async () => {
    const pod = await cluster.makePod();
    const text = `defaults:
  env: {COLOR: blue, LIST: "a,b"}
  cap-add: [NET_RAW]
  image-pull-policy: Never
  target: auto
`;
    expect(await run([pod, '-d', '--image=x'], { own: text })).toMatchObject({ exitCode: 0 });
    expect(cluster.readPod(pod).spec.ephemeralContainers?.[0]).toMatchObject({
      env: [
        { name: 'COLOR', value: 'blue' },
        { name: 'LIST', value: 'a,b' },
      ],
      imagePullPolicy: 'Never',
      targetContainerName: 'app',
      securityContext: { capabilities: { add: ['SYS_PTRACE', 'NET_RAW'] } },
    });
  });

  it('of one command are not those of another', async () => {
    const pod = await cluster.makePod();
    const text = 'commands: {pods: {output: name}}\n';
    expect(await run(['pods', pod], { own: text })).toEqual({
      exitCode: 0,
      stdout: `pod/${pod}\n`,
      stderr: '',
    });
    expect(await run([pod, '--', 'echo', 'hello'], { own: text })).toMatchObject({ stdout: 'hello\n' });
  });

  it.each([
    { label: '-d and a default of --rm', argv: ['-d'], text: 'defaults: {rm: true, run-timeout: 5s}' },
    { label: '-o and a default of -it', argv: ['-o', 'name'], text: 'defaults: {stdin: true, tty: true}' },
    {
      label: '--via=log and a default of -i',
      argv: ['--via=log', '--', 'true'],
      text: 'defaults: {stdin: true}',
    },
    {
      label: '--copy-to and a default of --target',
      argv: ['-d', '--copy-to=COPY'],
      text: 'defaults: {target: auto}',
    },
  ])('yield to what is typed: $label', async ({ argv, text }) => {
    const pod = await cluster.makePod();
    const line = argv.map((word) => word.replace('COPY', `${pod}-copy`));
    expect(await run([pod, ...line], { own: text })).toMatchObject({ exitCode: 0 });
  });

  it.each([
    { label: '--rm without a copy', text: 'defaults: {rm: true}', argv: [] },
    { label: '--replace without a copy', text: 'defaults: {replace: true, same-node: true}', argv: [] },
    { label: 'a preset for nodes', text: '', argv: ['--preset=node'] },
  ])('are for calls that can use them: $label', async ({ text, argv }) => {
    const pod = await cluster.makePod();
    expect(await run([pod, ...argv, '--', 'echo', 'hello'], { own: text })).toMatchObject({
      exitCode: 0,
      stdout: 'hello\n',
    });
  });

  it('of variables are shown without their values', async () => {
    const pod = await cluster.makePod();
    const own = 'defaults: {env: {PASSWORD: secret}}\n';
    const { stderr } = await run([pod, '--', 'sh', '-c', 'test "$PASSWORD" = secret'], { own });
    expect(stderr).toContain('--env=PASSWORD=***');
    expect(stderr).not.toContain('secret,');
    const line = await run([pod, '--show-kubectl'], { own });
    expect(line.stdout).not.toContain('secret');
    const variable = await run([pod, '-d'], {}, { env: { KUBECTL_DEBUG_ENV: 'secret' } });
    expect(variable.stderr).toContain('KUBECTL_DEBUG_ENV cannot be read');
    expect(variable.stderr).not.toContain('secret');
  });

  it('say that they are the cause of an error', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await run([pod, '--via=log', '--', 'ls'], {
      own: 'defaults: {reuse: true}\n',
    });
    expect(exitCode).toBe(125);
    expect(stderr).toContain(`defaults.reuse in ${own} sets --reuse`);
  });
});

describe('a file that cannot be used', () => {
  it('is refused with line, column and the nearest key, before anything happens', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stdout, stderr } = await run([pod, '-d'], { own: '# mine\ndefaults:\n  imgae: x\n' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toContain(
      `${own}:3:3: defaults.imgae is no flag of this program; did you mean "image"? [config]`,
    );
    expect(imagesOf(pod)).toEqual([]);
  });

  it('is refused with all its mistakes at once, in the order of its lines', async () => {
    const text = [
      'presets:',
      '  a: {flags: {imagee: x, timeout: soon}}',
      'rules:',
      '  - contexts: [{}, prod, []]',
      '    require: [reasn]',
      '  - nonsense',
      'defaults: {imgae: x, rm: 7}',
    ].join('\n');
    const { exitCode, stderr } = await run(['pods'], { own: text });
    expect(exitCode).toBe(1);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => line.replace('error: ', '').trim().replace(own, ''))).toEqual([
      ':2:15: presets.a.flags.imagee is no flag of this program; did you mean "image"?',
      expect.stringMatching(/^:2:26: presets\.a\.flags\.timeout cannot be "soon": /),
      ':4:16: rules[0].contexts[0] is not a text',
      ':4:26: rules[0].contexts[2] is not a text',
      ':5:15: rules[0].require[0] is "reasn", which names no flag of this program; did you mean "reason"?',
      ':6:5: rules[1] is not a mapping',
      ':7:12: defaults.imgae is no flag of this program; did you mean "image"?',
      ':7:22: defaults.rm is neither true nor false [config]',
      'hint: correct the file, or see docs/config.md',
    ]);
    const many = `defaults: {${Array.from({ length: 25 }, (_, index) => `no${index}: 1`).join(', ')}}`;
    expect((await run(['pods'], { own: many })).stderr).toContain(': and more mistakes [config]');
  });

  it.each([
    { label: 'no YAML', text: 'defaults: [', place: ':1:' },
    { label: 'a key twice', text: 'defaults: {}\ndefaults: {}\n', place: ':2:1' },
    {
      label: 'two documents',
      text: 'defaults: {}\n---\ndefaults: {}\n',
      place: ' has more than one document',
    },
  ])('with $label', async ({ text, place }) => {
    const { exitCode, stderr } = await run(['pods'], { own: text });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${own}${place}`);
  });

  it('is refused when it was named and does not exist; a default one need not exist', async () => {
    const named = { env: { KUBECTL_DEBUG_CONFIG: 'none.yaml' } };
    expect(await run(['pods'])).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await run(['pods'], {}, named);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /cannot read the config .*none\.yaml: .*\[config\]\nhint: correct KUBECTL_DEBUG_CONFIG/,
    );
  });

  it('keeps help, the version and completion working', async () => {
    const broken = { own: 'defaults: [' };
    expect(await run(['--help'], broken)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(['--version'], broken)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(['completion', '--', 'pods', '--exp'], broken)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('--explain'),
    });
  });

  it('can be turned off, but not the one of the company', async () => {
    const off = { env: { KUBECTL_DEBUG_CONFIG: 'off' } };
    expect(await run(['pods'], { own: 'x: 1' }, off)).toMatchObject({ exitCode: 0 });
    expect(await run(['pods'], { company: 'x: 1' }, off)).toMatchObject({ exitCode: 1 });
  });
});

describe('a company', () => {
  const text = 'defaults: {image: corp/debug:1, profile: baseline}\nlocked: [image]\n';

  it('locks a value for config, environment and command line', async () => {
    const pod = await cluster.makePod();
    const env = { KUBECTL_DEBUG_IMAGE: 'example/env:1' };
    await run([pod, '-d'], { company: text, own: 'defaults: {image: example/own:1}\n' }, { env });
    const { exitCode, stderr } = await run([pod, '-d', '--image=evil:1'], { company: text });
    expect(exitCode).toBe(125);
    expect(stderr).toBe(
      `error: --image cannot be changed: ${company} locks it to corp/debug:1 [config]\nhint: leave out --image\n`,
    );
    expect(imagesOf(pod)).toEqual(['corp/debug:1']);
  });

  it('accepts the locked value when it is typed', async () => {
    const pod = await cluster.makePod();
    expect(await run([pod, '-d', '--image=corp/debug:1'], { company: text })).toMatchObject({ exitCode: 0 });
  });

  it('leaves the rest to everybody', async () => {
    const pod = await cluster.makePod();
    await run([pod, '-d', '--profile=general'], { company: text });
    expect(cluster.readPod(pod).spec.ephemeralContainers?.[0]?.securityContext).toEqual({
      capabilities: { add: ['SYS_PTRACE'] },
    });
  });
});

describe('a required flag', () => {
  const file = { company: 'rules: [{namespaces: [default], require: [run-as-user]}]\n' };

  it('must be set, in its namespaces', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await run([pod, '-d'], file);
    expect(exitCode).toBe(125);
    expect(stderr).toBe(
      `error: --run-as-user is missing: ${company} requires it (rules[0].require[0]) [config]\n` +
        'hint: add --run-as-user=UID[:GID]\n',
    );
    for (const blank of ['', ' '])
      expect((await run([pod, '-d', `--run-as-user=${blank}`], file)).stderr).toContain('is missing');
    expect(imagesOf(pod)).toEqual([]);
    expect(await run([pod, '-d', '--run-as-user=7'], file)).toMatchObject({ exitCode: 0 });
    expect(await run([pod, '-d'], file, { env: { KUBECTL_DEBUG_RUN_AS_USER: '7' } })).toMatchObject({
      exitCode: 0,
    });
  });

  it.each([
    { label: 'a flag that says no in other words', argv: ['--show-kubectl=0'] },
    { label: 'a default without a value', own: 'defaults: {run-as-user: " "}\n' },
    { label: 'a variable with a blank', env: { KUBECTL_DEBUG_RUN_AS_USER: ' ' } },
  ])('is not replaced by $label', async ({ argv = [], own: text = '', env = {} }) => {
    const pod = await cluster.makePod();
    const { stderr } = await run([pod, '-d', ...argv], { ...file, own: text }, { env });
    expect(stderr).toContain('--run-as-user is missing');
  });

  it.each([
    { label: 'a record that is turned off', own: 'defaults: {record: false}\n' },
    { label: '--record=none', argv: ['--record=none'] },
  ])('is missing with $label', async ({ argv = [], own: text = '' }) => {
    const pod = await cluster.makePod();
    const { stderr } = await run([pod, ...argv], { company: 'require: [record]\n', own: text });
    expect(stderr).toContain('--record is missing');
  });

  it.each([
    { label: '-A in other words', argv: ['-A=1'] },
    { label: 'a default of -A', env: { KUBECTL_DEBUG_ALL_NAMESPACES: 'true' } },
  ])('is asked for a call in all namespaces: $label', async ({ argv = [], env = {} }) => {
    const elsewhere = { company: 'rules: [{namespaces: [shop], require: [reason]}]\n' };
    const line = ['audit', '-l', 'app=x', ...argv, '-y', '--', 'ls'];
    expect((await run(line, elsewhere, { env })).stderr).toContain('--reason is missing');
  });

  it('is asked for a pod of the namespace that is named elsewhere', async () => {
    const pod = await cluster.makePod();
    const { stderr } = await run(['audit', '-n', 'other', `default/${pod}`, '-y', '--', 'ls'], file);
    expect(stderr).toContain('--run-as-user is missing');
  });

  it('is not asked for in other namespaces, in lists and in dry runs', async () => {
    const pod = await cluster.makePod();
    expect(await run(['pods'], file)).toMatchObject({ exitCode: 0 });
    expect(await run([pod, '--dry-run=client'], file)).toMatchObject({ exitCode: 0 });
    expect((await run(['-n', 'other', pod, '-d'], file)).stderr).not.toContain('is missing');
  });
});

describe('presets', () => {
  it('set their flags, and what is typed goes first', async () => {
    const pod = await cluster.makePod();
    await run([pod, '-d', '--preset', 'net']);
    await run([pod, '-d', '--preset=net', '--image=x', '--profile=general']);
    const [net, typed] = cluster.readPod(pod).spec.ephemeralContainers ?? [];
    expect(net).toMatchObject({
      image: 'nicolaka/netshoot:v0.13',
      targetContainerName: 'app',
      securityContext: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } },
    });
    expect(typed).toMatchObject({ image: 'x', securityContext: { capabilities: { add: ['SYS_PTRACE'] } } });
  });

  it('that do not exist are refused with the nearest one', async () => {
    const { exitCode, stderr } = await run(['web', '--preset=nat']);
    expect(exitCode).toBe(125);
    expect(stderr).toBe(
      'error: there is no preset "nat" [usage]\nhint: did you mean --preset=net? presets: net, trace, files, like-app, node, tls, dns, http\n',
    );
  });

  it.each([
    { env: {}, image: 'IMAGE' },
    { env: { KUBECTL_DEBUG_IMAGE: 'corp/tools:1' }, image: 'corp/tools:1' },
  ])('whose image cannot be pulled say the same call with $image', async ({ env, image }) => {
    const pod = await cluster.makePod({
      kind: 'run',
      containers: { '*': { pullError: 'dial tcp: lookup docker.io: no such host' } },
    });
    const typed = [pod, '--preset=tls', '--env=A=secret', '--', 'a b'];
    const { exitCode, stderr } = await run(typed, {}, { env });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 125 });
    expect(stderr).toContain('the preset "tls" sets --image; with another image: ');
    expect(stderr).toMatch(new RegExp(`: kubectl-debug ${pod} .*--preset=tls --image=${image} -- 'a b'\n$`));
    expect(stderr).not.toMatch(/with another image: .*secret/);
  });

  it.each(['net', 'trace', 'files', 'like-app'])('the built-in %s fits a pod', async (name) => {
    const pod = await cluster.makePod(undefined, {
      spec: { containers: [{ name: 'app', command: ['sleep', '60'], securityContext: { runAsUser: 7 } }] },
    });
    const { exitCode, stderr } = await run([pod, '--preset', name, '--dry-run=client', '-o', 'name']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  });

  it('run their command with the typed words', async () => {
    const pod = await cluster.makePod();
    const file = {
      own: `presets: {say: {description: say it, command: 'printf "<%s>" "$0" "$@"; exit 4'}, words: {command: [echo, a]}}\n`,
    };
    expect(await run([pod, '-q', '--preset=say', '--', '$(id)', 'b c'], file)).toMatchObject({
      exitCode: 4,
      stdout: '<say><$(id)><b c>',
    });
    expect(await run([pod, '-q', '--preset=words'], file)).toMatchObject({ exitCode: 0, stdout: 'a\n' });
    expect((await run(['audit', pod, '--preset=words', '--', 'b'], file)).stdout).toContain('\n  a b\n');
    const { stdout } = await run([pod, '--preset=words', '--show-kubectl', '--', 'b'], file);
    expect(stdout).toMatch(/ -- echo a b\n$/);
  });

  it('that nobody typed change no command', async () => {
    const pod = await cluster.makePod();
    const file = { own: 'presets: {words: {command: [echo, a]}}\n' };
    const env = { KUBECTL_DEBUG_PRESET: 'words' };
    expect(await run([pod, '-q', '--', 'echo', 'b'], file, { env })).toMatchObject({ stdout: 'b\n' });
  });

  it('with a command are refused where none is run, and their script is no part of a note', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await run(['cp', `${pod}:/etc/hosts`, '-', '--preset=dns']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the preset "dns" runs a command, but this call runs none [usage]');
    const wrong = await run([pod, '--preset=dns']);
    expect(wrong).toMatchObject({
      exitCode: 125,
      stderr: 'error: the preset "dns" needs NAME [usage]\nhint: kubectl-debug POD --preset=dns -- NAME\n',
    });
    expect(cluster.readPod(pod).spec.ephemeralContainers).toBeUndefined();
    const ran = await run([pod, '--preset=dns', '--', '-x']);
    expect(ran.stderr).toMatch(/^dns: /m);
    expect(ran.stderr).not.toContain('resolv.conf');
  });

  it('are completed, with those of the config', async () => {
    const file = { own: 'presets: {mine: {description: my tools}}\nimages: {tools: corp/tools:1}\n' };
    const { stdout } = await run(['completion', '--', 'web', '--preset', ''], file);
    expect(stdout).toContain('net\tNetwork tools, and the right to capture packets\n');
    expect(stdout).toContain('mine\tmy tools\n');
    expect((await run(['completion', '--', 'web', '-m', ''], file)).stdout).toContain(
      'tools\tcorp/tools:1\n',
    );
  });
});

it('a short name and a registry are resolved for typed images too', async () => {
  const pod = await cluster.makePod();
  const text = 'images: {net: nicolaka/netshoot:v1}\nregistries: {docker.io: mirror.corp}\n';
  await run([pod, '-d', '-m', 'net'], { own: text });
  await run([pod, '-d'], { own: text });
  expect(imagesOf(pod)).toEqual([
    'mirror.corp/nicolaka/netshoot:v1',
    'mirror.corp/library/busybox:1.37.0-musl',
  ]);
  const { stdout } = await run([pod, '-m', 'net', '--show-kubectl'], { own: text });
  expect(stdout).toContain('--image=mirror.corp/nicolaka/netshoot:v1');
});

it('a default record is made of an audit with -o json too', async () => {
  const pod = await cluster.makePod();
  const file = path.join(folder, 'audit.cast');
  const { exitCode, stderr } = await run(['audit', pod, '-o', 'json', '-y', '--', 'echo', 'hello'], {
    own: `defaults: {record: ${file}}\n`,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining(`record: ${file}`) });
  expect(await readFile(file, 'utf8')).toContain('hello');
});

it('a default of --report lets --group-by stand beside -o json', async () => {
  const pod = await cluster.makePod();
  const { exitCode } = await run(['audit', pod, '-o', 'json', '--group-by=node', '-y', '--', 'ls'], {
    own: `defaults: {report: ${path.join(folder, 'report.html')}}\n`,
  });
  expect(exitCode).toBe(0);
});

it('check examines no image that nobody typed', async () => {
  const pod = await cluster.makePod();
  const { stdout } = await run(['check', pod], { own: 'registries: {docker.io: mirror.corp}\n' });
  expect(stdout).toMatch(/^info +image +mirror\.corp\/library\/busybox\S* \(from a registry/m);
  expect(stdout).not.toMatch(/pull secret|pull policy/);
});

it('check says which file sets the image, and which files there are', async () => {
  const { stdout } = await run(['check'], { own: 'defaults: {image: corp/t:1}\n' });
  expect(stdout).toMatch(/^info +image +corp\/t:1 \(from defaults\.image in .*config\.yaml\)$/m);
  expect(stdout).toContain(`${own}; what they set: kubectl-debug check --config`);
});

it('check --config says where each value comes from, without secrets and without a server', async () => {
  const files = {
    company: 'defaults:\n  image: corp/debug:1\n  timeout: 1m\nlocked: [image]\n',
    own: 'defaults:\n  timeout: 2m\n  env: {PASSWORD: secret}\nimages: {t: corp/t:1}\nrequire: [quiet]\n',
  };
  const options = { env: { KUBECTL_DEBUG_PROFILE: 'baseline', KUBECONFIG: '/proc/no-such-file' } };
  const { exitCode, stdout, stderr } = await run(['check', '--config'], files, options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const rows = stdout.split('\n').map((row) => row.split(/ {2,}/));
  const row = (name: string) => rows.find(([first]) => first === name);
  expect(row('--image')).toEqual([
    '--image',
    'corp/debug:1',
    `${company}:2, locked`,
    '-',
    expect.any(String),
  ]);
  expect(row('--timeout')?.slice(1, 4)).toEqual(['2m', `${own}:2`, `1m (${company}:3)`]);
  expect(row('--profile')?.slice(1, 4)).toEqual(['baseline', '$KUBECTL_DEBUG_PROFILE', '-']);
  expect(row('--env')?.[1]).toBe('PASSWORD=***');
  expect(row('t')).toEqual(['t', 'corp/t:1', `${own}:4`]);
  expect(row('--quiet')).toEqual(['--quiet', `${own}:5`]);
  expect(row('net')?.[2]).toBe('built in');
  expect(stdout).not.toContain('secret');
});
