import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Pod } from '../../src/pod/types.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandOptions, type CommandResult } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

let cluster: RunPlayground;
let pod: string;
// The command of a copy is run again otherwise, before anybody has read its log.
const SPEC = {
  containers: [{ name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] }],
  restartPolicy: 'Never',
};
const makePod = (): Promise<string> => cluster.makePod({ kind: 'run' }, { spec: SPEC });
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await makePod();
});
afterAll(() => cluster.close());

const IMAGE = '--image=busybox';
const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
const TICK = 'while :; do echo tick; sleep 0.02; done';
const run = (argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(cluster.start(argv, options));
/** Runs a call that gets a manifest on standard input. */
function runWithInput(argv: readonly string[], input: unknown): Promise<CommandResult> {
  const command = cluster.start(argv);
  command.stdin.end(JSON.stringify(input));
  return finish(command);
}
const find = (name: string, namespace = 'default'): Pod | undefined =>
  cluster.playground.getPod({ namespace, name });
const debugContainers = (name: string) => find(name)?.spec.ephemeralContainers ?? [];
const untilGone = (name: string): Promise<void> =>
  until(
    () => find(name) === undefined,
    () => `the end of pod ${name}`,
  );
/** The methods of what a call has asked of the server. */
async function requestsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const { requests } = cluster.playground;
  const before = requests.length;
  await call();
  return requests.slice(before).map(({ method }) => method);
}
const manifest = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: SPEC,
});

describe('--dry-run', () => {
  it.each([
    { label: 'an ephemeral container', argv: [], line: 'patched', name: () => pod },
    { label: 'a session', argv: ['-it'], line: 'patched', name: () => pod },
    { label: 'a copy', argv: ['--copy-to=dry'], line: 'created', name: () => 'dry' },
    { label: 'a replacement', argv: ['--copy-to=dry', '--replace'], line: 'created', name: () => 'dry' },
  ])('says in one line what would become of $label, and changes nothing', async ({ argv, line, name }) => {
    const before = find(pod);
    const call = (where: string) => run([pod, IMAGE, '-q', `--dry-run=${where}`, ...argv]);
    const expected = (where: string) => ({
      stdout: `pod/${name()} ${line} (${where})\n`,
      stderr: '',
      exitCode: 0,
    });
    expect(await call('client')).toEqual(expected('dry run'));
    expect(await call('server')).toEqual(expected('server dry run'));
    expect(find(pod)).toEqual(before);
    expect(find('dry')).toBeUndefined();
  });

  it('has the server check the change only when the server is asked for', async () => {
    const call = (where: string) => () => run([pod, IMAGE, `--dry-run=${where}`]);
    expect(await requestsOf(call('client'))).toEqual(['GET']);
    expect(await requestsOf(call('server'))).toEqual(['GET', 'PATCH']);
  });

  it('refuses on the server what only the server knows', async () => {
    const argv = ['node/playground', IMAGE, '-n', 'nowhere'];
    expect((await run([...argv, '--dry-run=client'])).exitCode).toBe(0);
    const { exitCode, stderr } = await run([...argv, '--dry-run=server']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 125,
      stderr: expect.stringMatching(/^error: .+ \[not-found\]$/m) as string,
    });
  });
});

describe('-o', () => {
  const FLAGS = ['-c', 'dbg', '-i', '--env=A=1'];
  const wanted = { name: 'dbg', image: 'busybox', stdin: true, env: [{ name: 'A', value: '1' }] };

  it.each(['client', 'server'])('prints the pod as the %s would have it', async (where) => {
    const argv = [pod, IMAGE, ...FLAGS, `--dry-run=${where}`, '-o', 'json'];
    const { stdout, stderr, exitCode } = await run(argv);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const printed = JSON.parse(stdout) as Pod;
    expect(printed).toMatchObject({ apiVersion: 'v1', kind: 'Pod', metadata: { name: pod } });
    expect(printed.spec.ephemeralContainers?.at(-1)).toMatchObject(wanted);
    // Nobody attaches, so that there is no end of input to pass on.
    expect(printed.spec.ephemeralContainers?.at(-1)).not.toHaveProperty('stdinOnce');
  });

  it('prints YAML of a copy, and the notes beside it', async () => {
    const { stdout, stderr } = await run([pod, IMAGE, '--copy-to=dry', '--dry-run=client', '-oyaml']);
    const copy = parse(stdout) as Pod;
    expect(copy.metadata).toEqual({ name: 'dry', namespace: 'default' });
    expect(copy.spec.containers.map(({ image }) => image)).toEqual(['example/app:1', 'busybox']);
    expect(stderr).toBe(`Defaulting debug container name to ${copy.spec.containers[1]?.name ?? ''}.\n`);
  });

  it('prints the name of what was changed, and waits for nothing', async () => {
    const target = await makePod();
    const result = await run([target, IMAGE, '-c', 'dbg', '-o', 'name', ...shell('sleep 1000')]);
    expect(result).toEqual({ stdout: `pod/${target}\n`, stderr: '', exitCode: 0 });
    expect(debugContainers(target)).toMatchObject([{ name: 'dbg' }]);
  });
});

describe('-o for several targets', () => {
  const dryRun = async (format: string) => {
    const other = await makePod();
    const { stdout, exitCode } = await run([pod, other, IMAGE, '--dry-run=client', '-o', format]);
    expect(exitCode).toBe(0);
    return { stdout, names: [pod, other] };
  };

  it('prints YAML with a separator between the documents', async () => {
    const { stdout, names } = await dryRun('yaml');
    expect(stdout.split('\n---\n').map((text) => (parse(text) as Pod).metadata.name)).toEqual(names);
  });

  it('prints one List of JSON', async () => {
    const { stdout, names } = await dryRun('json');
    const { kind, items } = JSON.parse(stdout) as { readonly kind: string; readonly items: readonly Pod[] };
    expect({ kind, names: items.map(({ metadata }) => metadata.name) }).toEqual({ kind: 'List', names });
  });
});

describe('--show-kubectl', () => {
  it('prints the line and asks nothing of any server', async () => {
    const argv = [pod, IMAGE, '-it', '--copy-to=c', '--timeout=1m', '--show-kubectl', ...shell('echo $HOME')];
    const line = `kubectl debug ${pod} --image=busybox --stdin --tty --copy-to=c -- sh -c 'echo $HOME'\n`;
    const asked = await requestsOf(async () => {
      expect(await run(argv)).toEqual({ stdout: line, stderr: '', exitCode: 0 });
    });
    expect(asked).toEqual([]);
  });

  it('refuses what kubectl would refuse', async () => {
    const { stdout, stderr, exitCode } = await run([pod, '--image=', '--show-kubectl']);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 125 });
    expect(stderr).toMatch(/^error: you must specify --image \[usage\]$/m);
  });
});

describe('a copy', () => {
  it('runs the command in it, and stays', async () => {
    const argv = [pod, IMAGE, '--copy-to=stays', '-q', ...shell('echo in $HOSTNAME; exit 3')];
    const stderr = 'Warning: pod default/stays stays; to remove it: kubectl delete pod stays -n default\n';
    expect(await run(argv)).toEqual({ stdout: 'in stays\n', stderr, exitCode: 3 });
    expect(find('stays')?.spec.containers).toHaveLength(2);
    expect(debugContainers(pod)).toEqual([]);
  });

  it('shows the container that was changed', async () => {
    const argv = [pod, '--copy-to=changed', '-c', 'app', '-q', ...shell('echo changed; exit 4')];
    expect(await run(argv)).toMatchObject({ stdout: 'changed\n', exitCode: 4 });
  });

  it('of which a container runs a shell instead is typed into on a terminal', async () => {
    const argv = [pod, '--copy-to=typed', '-c', 'app', '--', 'sh'];
    const command = cluster.start(argv, { isTerminal: true });
    command.stdin.write('exit 6\n');
    expect(await command.ended).toBe(6);
    expect(cluster.readPod('typed').spec.containers[0]).toMatchObject({ stdin: true, tty: true });
    expect(command.stderrText()).toMatch(/copy typed of web-1 · \S+ · general · logged/);
    expect(command.stderrText()).toMatch(
      /pod default\/typed stays; to remove it: kubectl delete pod typed -n default\n$/,
    );
  });

  it('with other images only is created, and nothing is waited for', async () => {
    const argv = [pod, '--copy-to=imaged', '--set-image=app=example/app:2'];
    expect(await run(argv)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(find('imaged')?.spec.containers).toMatchObject([{ name: 'app', image: 'example/app:2' }]);
  });

  it('replaces the original', async () => {
    const original = await makePod();
    const argv = [original, IMAGE, '--copy-to=replacement', '--replace', '-q', '--', 'true'];
    expect((await run(argv)).exitCode).toBe(0);
    await untilGone(original);
    expect(find('replacement')).toBeDefined();
  });

  it('leaves the original alone when its name is taken', async () => {
    const original = await makePod();
    const argv = [original, IMAGE, `--copy-to=${pod}`, '--replace', '--', 'true'];
    const { exitCode, stderr } = await run(argv);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: cannot create pod .+already exists.* \[conflict\]$/m);
    expect(find(original)?.metadata.deletionTimestamp).toBeUndefined();
  });

  it.each([
    { label: 'two pods', other: () => makePod() },
    { label: 'a pod and a workload', other: () => Promise.resolve('deploy/web') },
  ])('is not made of $label', async ({ other: makeOther }) => {
    const other = await makeOther();
    const asked = await requestsOf(() => run([pod, other, IMAGE, '--copy-to=two', '--', 'true']));
    expect(asked).toEqual([]);
  });
});

describe('--rm', () => {
  it.each([
    { how: 'with success', script: 'exit 0', exitCode: 0 },
    { how: 'with a failure', script: 'exit 3', exitCode: 3 },
  ])('deletes the copy when its command ends $how', async ({ script, exitCode }) => {
    const result = await run([pod, IMAGE, '--copy-to=passing', '--rm', '-c', 'dbg', ...shell(script)]);
    expect(result).toEqual({ stdout: '', stderr: 'pod default/passing is being deleted\n', exitCode });
    await untilGone('passing');
    expect(find(pod)).toBeDefined();
  });

  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
  ] as const)('deletes the copy after $signal', async ({ signal, exitCode }) => {
    const name = `after-${signal.toLowerCase()}`;
    const command = cluster.start([pod, IMAGE, `--copy-to=${name}`, '--rm', '-c', 'dbg', ...shell(TICK)]);
    await command.untilStdout('tick\n');
    command.deliver(signal);
    expect(await finish(command)).toMatchObject({
      exitCode,
      stderr: `pod default/${name} is being deleted\n`,
    });
    await untilGone(name);
  });

  it('deletes the copy that was interrupted before its container ran', async () => {
    const pullNever = ['--image-pull-policy=Never', '--image=example/nobody:1'];
    const command = cluster.start([pod, ...pullNever, '--copy-to=waiting', '--rm', '--', 'true']);
    await until(
      () => find('waiting') !== undefined,
      () => 'the copy',
    );
    command.deliver('SIGTERM');
    expect((await finish(command)).exitCode).toBe(143);
    await untilGone('waiting');
  });

  it('deletes the copy whose command cannot be started', async () => {
    const argv = [pod, IMAGE, '--copy-to=broken', '--rm', '--', '/no/such/program'];
    expect((await run(argv)).exitCode).toBe(127);
    await untilGone('broken');
  });

  it('deletes the node pod', async () => {
    const { stderr, exitCode } = await run(['node/playground', IMAGE, '--rm', ...shell('exit 5')]);
    const name = /Creating debugging pod (\S+) with container debugger on node playground\./.exec(
      stderr,
    )?.[1];
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`pod default/${name ?? ''} is being deleted\n`);
    await untilGone(name ?? '');
  });

  it.each([
    { label: 'a pod that is debugged itself', argv: () => [pod, IMAGE] },
    { label: 'such a pod beside a node', argv: () => ['node/playground', pod, IMAGE] },
    { label: 'a container that nobody waits for', argv: () => [pod, IMAGE, '--copy-to=c', '--attach=false'] },
    { label: 'a dry run', argv: () => [pod, IMAGE, '--copy-to=c', '--dry-run=server'] },
    { label: 'a copy that is printed', argv: () => [pod, IMAGE, '--copy-to=c', '-o', 'yaml'] },
  ])('is refused for $label', async ({ argv }) => {
    const asked = await requestsOf(async () => {
      const { exitCode, stderr } = await run([...argv(), '--rm', '--', 'true']);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 125,
        stderr: expect.stringMatching(/^error: --rm deletes .+ \[usage\]\nhint: .+\n$/) as string,
      });
    });
    expect(asked).toEqual([]);
  });

  it('is refused for a pod that a manifest names', async () => {
    const target = await makePod();
    const argv = ['-f', '-', IMAGE, '--rm', '--', 'true'];
    const { exitCode, stderr } = await runWithInput(argv, manifest(target));
    expect({ exitCode, stderr }).toEqual({
      exitCode: 125,
      stderr: expect.stringMatching(/^error: --rm deletes .+ \[usage\]\n/) as string,
    });
    expect(find(target)).toBeDefined();
    expect(debugContainers(target)).toEqual([]);
  });
});

describe('-f', () => {
  it('debugs the pod that a manifest names', async () => {
    const target = await makePod();
    const argv = ['-f', '-', IMAGE, '-q', ...shell('echo found; exit 6')];
    expect(await runWithInput(argv, manifest(target))).toEqual({
      stdout: 'found\n',
      stderr: '',
      exitCode: 6,
    });
    expect(debugContainers(target)).toHaveLength(1);
  });

  it('looks in the namespace of the manifest', async () => {
    cluster.playground.createPod({ name: 'there', namespace: 'shop', spec: manifest('').spec });
    const argv = ['-f', '-', IMAGE, '-q', '-c', 'dbg', '--attach=false'];
    const result = await runWithInput(argv, manifest('there', { namespace: 'shop' }));
    expect(result).toMatchObject({ exitCode: 0 });
    expect(find('there', 'shop')?.spec.ephemeralContainers).toMatchObject([{ name: 'dbg' }]);
  });

  it('refuses a manifest of another namespace than the one that was asked for', async () => {
    const argv = ['-f', '-', '-n', 'default', IMAGE, '--', 'true'];
    const { exitCode, stderr } = await runWithInput(argv, manifest('there', { namespace: 'shop' }));
    expect(exitCode).toBe(125);
    expect(stderr).toBe(
      'error: the namespace from the provided object "shop" does not match the namespace "default" [usage]\nhint: use --namespace=shop\n',
    );
  });

  it('copies a pod that exists in its manifest only', async () => {
    const argv = ['-f', '-', IMAGE, '--copy-to=from-file', '-q', ...shell('exit 7')];
    expect((await runWithInput(argv, manifest('nobody'))).exitCode).toBe(7);
    expect(find('nobody')).toBeUndefined();
    expect(find('from-file')?.spec.containers).toHaveLength(2);
  });
});

describe('a pod that is named twice', () => {
  it('gets two containers, the second behind the first', async () => {
    const target = await makePod();
    const result = await run([target, target, IMAGE, '-q', ...shell('echo again')]);
    expect(result).toEqual({ stdout: 'again\nagain\n', stderr: '', exitCode: 0 });
    expect(new Set(debugContainers(target).map(({ name }) => name)).size).toBe(2);
  });

  it('gets none when both shall have one name', async () => {
    const target = await makePod();
    const { exitCode, stderr } = await run([target, target, IMAGE, '-c', 'dbg', '--', 'true']);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: -c dbg names one debug container, but .+ is named twice \[usage\]$/m);
    expect(debugContainers(target)).toEqual([]);
  });
});
