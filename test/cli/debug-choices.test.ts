import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, readEnvelope, readsStdin } from '../../src/pod/containers/envelope.ts';
import type { EphemeralContainer } from '../../src/pod/types.ts';
import { aPod, waiting } from '../builders/a-pod.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { refusalLines } from '../samples/refusal-lines.ts';
import { finish, type CommandOptions } from '../drivers/run-command.ts';

let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const ENV = { KUBECTL_DEBUG_IMAGE: 'tools:1' };
const start = (argv: readonly string[], options: Partial<CommandOptions> = {}) =>
  cluster.start(argv, { env: ENV, ...options });
const added = (name: string) => cluster.readPod(name).spec.ephemeralContainers ?? [];
function firstAdded(name: string): EphemeralContainer {
  const [container] = added(name);
  if (container === undefined) throw new Error(`no debug container in ${name}`);
  return container;
}

describe('a call that names only the pod', () => {
  it('on a terminal opens a shell with the default image and the app as its target, and says so', async () => {
    const name = await cluster.makePod();
    const command = start([name], { isTerminal: true, replace: { userName: 'Alice' } });
    command.stdin.write('exit 3\n');
    expect(await command.ended).toBe(3);
    const [container] = added(name);
    expect(container).toMatchObject({ image: 'tools:1', stdin: true, tty: true, targetContainerName: 'app' });
    expect(container?.name).toMatch(/^debugger-alice-[a-z0-9]{5}$/);
    expect(command.stderrText()).toContain(
      `\u001b[2m${name} · app · tools:1 · general · /proc/1/root = its files · logged\u001b[22m\n`,
    );
    expect(command.stderrText()).not.toMatch(/Targeting|Defaulting|with kubectl/);
  });

  it('on a terminal with -v says all of it, in the words of kubectl too', async () => {
    const name = await cluster.makePod();
    const command = start([name, '-v=1'], { isTerminal: true });
    command.stdin.write('exit 3\n');
    expect(await command.ended).toBe(3);
    const container = firstAdded(name).name;
    expect(command.stderrText().split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Targeting container "app"\. If you don't see processes/),
        `Defaulting debug container name to ${container}.`,
        `using image tools:1, -it, target container "app"; with kubectl: kubectl debug ${name} --image=tools:1 --target=app --container=${container} --stdin --tty --namespace=default --v=1`,
      ]),
    );
  });

  it('in a script takes the same image and target, and no terminal', async () => {
    const name = await cluster.makePod();
    expect(await finish(start([name, '-q', '--', 'sh', '-c', 'exit 4']))).toMatchObject({ exitCode: 4 });
    const container = firstAdded(name);
    expect(container.image).toBe('tools:1');
    expect(container.tty).toBeUndefined();
    expect(container.targetContainerName).toBe('app');
    expect(readEnvelope(container)).toMatchObject({ hasInput: false, command: ['sh', '-c', 'exit 4'] });
  });

  it.each([{ isTerminal: true }, { isTerminal: false }])(
    'with --image has no target, as kubectl has it, and says so: $isTerminal',
    async ({ isTerminal }) => {
      const name = await cluster.makePod();
      const command = start([name, '--image=tools:2', '--', 'true'], { isTerminal });
      expect((await finish(command)).stderr).toContain(
        'no target: only the processes of the debug container are seen; those of the app with --target=app\n',
      );
      expect(firstAdded(name).targetContainerName).toBeUndefined();
    },
  );

  it('says nothing of a target with --image where none is wanted, or nobody looks', async () => {
    const name = await cluster.makePod();
    for (const flag of ['--target=', '--attach=false'])
      expect((await finish(start([name, flag, '--image=tools:2', '--', 'true']))).stderr).not.toContain(
        'no target',
      );
  });

  it('names the pod that was found also with -q', async () => {
    await cluster.makePod(undefined, { name: 'quiet-7d9f' });
    const command = start(['quiet', '-q', '--', 'true'], { isTerminal: true });
    expect(await command.ended).toBe(0);
    expect(command.stderrText()).toBe('using default/quiet-7d9f\n');
  });

  it.each<[argv: string[], fields: object]>([
    [['--target='], { targetContainerName: undefined, tty: true, hasInput: true }],
    [['-i=false', '--', 'true'], { targetContainerName: 'app', tty: undefined, hasInput: false }],
    [['--', 'true'], { targetContainerName: 'app', tty: undefined, hasInput: false }],
    [['--envelope=false', '--', 'true'], { targetContainerName: 'app', tty: undefined, stdin: undefined }],
  ])('on a terminal respects %j', async (argv, fields) => {
    const name = await cluster.makePod();
    const command = start([name, ...argv], { isTerminal: true });
    command.stdin.write('exit\n');
    await command.ended;
    const container = firstAdded(name);
    const seen = { targetContainerName: undefined, stdin: undefined, tty: undefined, ...container };
    expect({ ...seen, hasInput: readsStdin(container) }).toMatchObject(fields);
  });

  it('tells a script that was refused a look into the target what would open it', async () => {
    const name = await cluster.makePod();
    const script = 'echo "ls: /proc/1/root: Permission denied" >&2; exit 1';
    const result = await finish(start([name, '--target=auto', '--', 'sh', '-c', script]));
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(refusalLines('files-denied-to-user'));
  });

  it('takes a target in a script that asks for it', async () => {
    const name = await cluster.makePod();
    await finish(start([name, '--target=auto', '--', 'true']));
    expect(added(name)[0]).toMatchObject({ targetContainerName: 'app' });
  });
});

describe('the words of Image Exec', () => {
  it.each<[words: (name: string) => string[]]>([
    [(name) => ['-m', 'tools:2', name, 'sh', '-c', 'exit 6']],
    [(name) => ['-m', 'tools:2', '-p', `pod/${name}`, 'sh', '-c', 'exit 6']],
  ])('run a command that has no -- before it', async (words) => {
    const name = await cluster.makePod();
    expect(await finish(start(words(name)))).toMatchObject({ exitCode: 6 });
    const container = firstAdded(name);
    expect(container).toMatchObject({ image: 'tools:2' });
    expect(commandOf(container)).toEqual(['sh', '-c', 'exit 6']);
  });
});

describe('a pod that does not exist', () => {
  beforeAll(async () => {
    await cluster.makePod(undefined, { name: 'lonely-7d9f' });
  });

  it.each(['lonely', 'lonley-7d9f'])(
    'called %s is refused in a script, with the nearest name',
    async (typed) => {
      const { exitCode, stderr } = await finish(start([typed, '--', 'true']));
      expect(exitCode).toBe(125);
      expect(stderr).toContain('[not-found]\nhint: did you mean lonely-7d9f?\n');
      expect(added('lonely-7d9f')).toEqual([]);
    },
  );

  it('is no guess where it may be a command that lacks its --', async () => {
    await cluster.makePod(undefined, { name: 'shell-7d9f' });
    const command = start([pod, 'sh'], { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(
      /no pod "sh" .*\[not-found\]\nhint: did you mean shell-7d9f\? a command goes after --/,
    );
    const { stderr } = await finish(start([pod, 'cat', '/etc/hosts']));
    expect(stderr).toContain(
      `hint: a command goes after --, as in: kubectl-debug ${pod} -- cat /etc/hosts\n`,
    );
    expect([added(pod), added('shell-7d9f')]).toEqual([[], []]);
  });

  it('is found on a terminal by the only name that starts so', async () => {
    await cluster.makePod(undefined, { name: 'solo-7d9f' });
    const command = start(['solo', '--', 'sh', '-c', 'exit 2'], { isTerminal: true });
    expect(await command.ended).toBe(2);
    expect(command.stderrText()).toContain('using default/solo-7d9f, image tools:1');
  });

  it('is chosen on a terminal among several', async () => {
    await cluster.makePod(undefined, { name: 'twin-a' });
    await cluster.makePod(undefined, { name: 'twin-b' });
    const command = start(['twin', '--', 'sh', '-c', 'exit 2'], { isTerminal: true });
    await command.untilStderr('○ twin-b');
    expect(command.stderrText()).toMatch(/twin-a +1\/1 +Running +\d+s/);
    command.stdin.write('-b');
    await command.untilStderr('(1 match)');
    command.stdin.write('\r');
    expect(await command.ended).toBe(2);
    expect([added('twin-a').length, added('twin-b').length]).toEqual([0, 1]);
  });
});

describe('a call that names no pod', () => {
  it.each([{ argv: [] }, { argv: ['debug'] }])(
    'shows on a terminal what there is to choose: $argv',
    async ({ argv }) => {
      const name = await cluster.makePod(undefined, { name: 'shown-first' });
      const command = start(argv, { isTerminal: true });
      await command.untilStderr('which one?');
      command.stdin.write('shown');
      await command.untilStderr('(1 match)');
      expect(command.stderrText()).toMatch(/shown-first +1\/1 +Running +\d+s/);
      command.stdin.write('\u0003');
      expect(await command.ended).toBe(130);
      expect(added(name)).toHaveLength(0);
    },
  );

  it.each([
    { label: 'whose image cannot be had', isScheduled: true, isOffered: true },
    { label: 'that has no node yet', isScheduled: false, isOffered: false },
  ])('offers a pod $label: $isOffered', async ({ isScheduled, isOffered }) => {
    const name = `waiting-${isScheduled ? 'here' : 'nowhere'}`;
    const state = waiting('ImagePullBackOff');
    const { spec, status = {} } = aPod({
      name,
      phase: 'Pending',
      isScheduled,
      apps: [{ state, ready: false }],
    });
    const behaviour = { kind: 'scripted', status } as const;
    cluster.playground.createPod({ name, spec, behaviour, isUnschedulable: !isScheduled });
    const command = start([], { isTerminal: true });
    await command.untilStderr('which one?');
    command.stdin.write(name);
    await command.untilStderr(isOffered ? '(1 match)' : 'No matches found');
    expect(new RegExp(`${name} +0/1 +ImagePullBackOff`).test(command.stderrText())).toBe(isOffered);
    command.stdin.write('\u0003');
    await command.ended;
  });

  it('asks for one on a terminal', async () => {
    const name = await cluster.makePod(undefined, { name: 'asked-for' });
    const command = start(['-n', 'default', '--', 'sh', '-c', 'exit 2'], { isTerminal: true });
    await command.untilStderr('which one?');
    command.stdin.write('asked');
    await command.untilStderr('(1 match)');
    command.stdin.write('\r');
    expect(await command.ended).toBe(2);
    expect(added(name)).toHaveLength(1);
  });

  it.each([['debug'], ['--show-kubectl'], ['attach'], ['stop']])(
    'is refused in a script: %s',
    async (word) => {
      const { stderr, stdout } = await finish(start([word]));
      expect({ stdout, isUsage: stderr.includes(' [usage]\nhint: ') }).toEqual({ stdout: '', isUsage: true });
    },
  );
});

describe('NAMESPACE/POD', () => {
  it('names the pod with its namespace', async () => {
    expect(await finish(start([`default/${pod}`, '--', 'sh', '-c', 'exit 5']))).toMatchObject({
      exitCode: 5,
    });
  });

  it('names the pod of attach, check and stop as well', async () => {
    const name = await cluster.makePod();
    await finish(start([name, '-i', '-c', 'dbg', '--attach=false', '--', 'sh', '-c', 'read x; exit 6']));
    await cluster.untilContainer(name, 'dbg', 'running');
    const stop = await finish(start(['stop', `default/${name}`, '--dry-run=client']));
    expect(stop.stdout).toBe(`debug container "dbg" in default/${name} would be stopped\n`);
    const check = await finish(start(['check', `default/${name}`]));
    expect(check.stdout).toContain(`a debug container can start in default/${name}`);
    const attach = start(['attach', `default/${name}`]);
    attach.stdin.end('x\n');
    expect(await attach.ended).toBe(6);
  });

  it('is refused beside another -n', async () => {
    const { exitCode, stderr } = await finish(start(['-n', 'shop', `default/${pod}`]));
    expect(exitCode).toBe(125);
    expect(stderr).toContain('does not match the namespace "shop" [usage]');
  });
});
