import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { HookAnswer } from '../../playground/hook.ts';
import { readEnvelope } from '../../src/pod/containers/envelope.ts';
import type { EphemeralContainer } from '../../src/pod/types.ts';
import { buildPackage } from '../drivers/build-package.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';

/** What answers the reviews in place of the server. */
let reviews: (() => HookAnswer) | undefined;
let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground(({ path }) =>
    path.endsWith('/selfsubjectaccessreviews') ? reviews?.() : undefined,
  );
});
beforeEach(() => (reviews = undefined));
afterAll(() => cluster.close());

const SEES = ['get+list+watch:pods', 'list+watch:events'];
const ADDS = [...SEES, 'patch:pods/ephemeralcontainers'];
const CREATES = [...SEES, 'create:pods', 'get:nodes'];
const ATTACHES = 'get+create:pods/attach';
const EXECS = 'get+create:pods/exec';
const READS = 'get:pods/log';
const IMAGE = '--image=busybox';

/** Runs it as a user who has these rights and no others. */
function runAs(rights: readonly string[], argv: readonly string[]): Promise<CommandResult> {
  const user = ['--as=dev', ...rights.map((right) => `--as-group=may:${right}`)];
  return finish(cluster.start([...user, ...argv]));
}

const added = (pod: string): readonly EphemeralContainer[] =>
  cluster.readPod(pod).spec.ephemeralContainers ?? [];

/** The requests of a call but those of the discovery of who may what. */
async function requestsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const before = cluster.playground.requests.length;
  await call();
  return cluster.playground.requests
    .slice(before)
    .map(({ method, path }) => `${method} ${path.slice(path.lastIndexOf('/') + 1)}`);
}

describe('what a session needs is asked before anything is added', () => {
  it.each([
    {
      label: 'an exec',
      rights: [ATTACHES],
      argv: ['--via=exec', '--', 'id'],
      lacks: 'get and create pods/exec',
      purpose: 'exec',
    },
    {
      label: 'half an exec',
      rights: ['get:pods/exec'],
      argv: ['--via=exec', '--', 'id'],
      lacks: '"create" pods/exec',
      purpose: 'exec',
    },
    {
      label: 'an attach with input',
      rights: [READS],
      argv: ['-i', '--', 'cat'],
      lacks: 'get and create pods/attach',
      purpose: 'debug',
    },
    {
      label: 'an attach of half a right',
      rights: ['create:pods/attach', READS],
      argv: ['-i', '--', 'cat'],
      lacks: 'get pods/attach',
      purpose: 'debug',
    },
    {
      label: 'a command, and its log',
      rights: [EXECS],
      argv: ['--', 'id'],
      lacks: 'get and create pods/attach',
      purpose: 'debug',
    },
    {
      label: 'a command without an envelope',
      rights: [EXECS],
      argv: ['--envelope=false', '--', 'id'],
      lacks: 'get and create pods/attach',
      purpose: 'debug',
    },
    {
      label: 'a log',
      rights: [ATTACHES],
      argv: ['--via=log', '--', 'id'],
      lacks: 'get pods/log',
      purpose: 'debug',
    },
  ])('$label', async ({ rights, argv, lacks, purpose }) => {
    const pod = await cluster.makePod();
    const { exitCode, stdout, stderr } = await runAs([...ADDS, ...rights], [pod, IMAGE, ...argv]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toMatch(
      /^error: cannot .* in pod default\/web-\d+.* may not .* \[forbidden\]\nhint: .*\n$/,
    );
    expect(stderr).toContain(`may not ${lacks}`);
    expect(stderr).toContain(`check -n default --for=${purpose} -o yaml`);
    expect(added(pod)).toEqual([]);
  });

  it('names what is missing to add it as well', async () => {
    const pod = await cluster.makePod();
    const { stderr } = await runAs(SEES, [pod, IMAGE, '--via=exec', '--', 'id']);
    expect(stderr).toContain(
      'you may not get and create pods/exec, nor patch pods/ephemeralcontainers; nothing',
    );
    expect(stderr).toContain('--for=exec,debug -o yaml');
  });

  it('of every target before the first one', async () => {
    const [first, second] = [await cluster.makePod(), await cluster.makePod()];
    const rights = [...ADDS, `get+create:pods/exec:${first}`];
    const { exitCode, stderr } = await runAs(rights, [first, second, IMAGE, '--via=exec', '--', 'id']);
    expect(exitCode).toBe(125);
    expect(stderr).toContain(`run a command in pod default/${second}: you may not get`);
    expect([added(first), added(second)]).toEqual([[], []]);
  });

  it.each([
    {
      label: 'a copy is attached to',
      argv: ['--copy-to=c-1', '-i', '--', 'cat'],
      rights: [],
      lacks: 'pods/attach',
    },
    {
      label: 'a copy is deleted',
      argv: ['--copy-to=c-1', '--rm', '--', 'id'],
      rights: [ATTACHES],
      lacks: 'delete pods',
    },
    {
      label: 'its original is deleted',
      argv: ['--copy-to=c-1', '--replace', '-d'],
      rights: [ATTACHES],
      lacks: 'delete pods',
    },
  ])('and before a pod is made: $label', async ({ argv, rights, lacks }) => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await runAs([...CREATES, ...rights], [pod, IMAGE, ...argv]);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: cannot .* you may not .* \[forbidden\]\nhint: .*--for=copies /);
    expect(stderr).toContain(lacks);
    expect(cluster.playground.getPod({ namespace: 'default', name: 'c-1' })).toBeUndefined();
    expect(cluster.readPod(pod).metadata.deletionTimestamp).toBeUndefined();
  });

  it('and before a pod is made on a node', async () => {
    const asked = await requestsOf(async () => {
      const { exitCode, stderr } = await runAs(CREATES, ['node/playground', IMAGE, '-i', '--', 'cat']);
      expect(exitCode).toBe(125);
      expect(stderr).toMatch(/you may not get and create pods\/attach.* \[forbidden\]\nhint: .*--for=nodes /);
    });
    expect(asked).not.toContain('POST pods');
  });
});

describe('who lacks no right that is used', () => {
  it('leaves a container alone that he may not attach to', async () => {
    const pod = await cluster.makePod();
    const asked = await requestsOf(() => runAs(ADDS, [pod, IMAGE, '-d', '--', 'sleep', '100']));
    expect(asked).toEqual([`GET ${pod}`, 'PATCH ephemeralcontainers']);
    expect(added(pod)).toHaveLength(1);
  });

  it('may do in one pod what he may not in the others', async () => {
    const pod = await cluster.makePod();
    const rights = [...ADDS, `get+create:pods/exec:${pod}`];
    const { exitCode, stdout } = await runAs(rights, [pod, IMAGE, '-q', '--via=exec', '--', 'echo', 'in']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'in\n' });
  });

  it('needs no exec for a time limit in a pod that is deleted', async () => {
    const pod = await cluster.makePod();
    const rights = [...CREATES, ATTACHES, 'delete:pods'];
    const argv = [pod, IMAGE, '-q', '--copy-to=c-2', '--rm', '--run-timeout=1m', '--', 'echo', 'in'];
    expect(await runAs(rights, argv)).toEqual({ exitCode: 0, stdout: 'in\n', stderr: '' });
  });

  it('is told that a time limit ends only the wait', async () => {
    const pod = await cluster.makePod();
    const argv = [pod, IMAGE, '-q', '--run-timeout=1m', '--', 'echo', 'in'];
    const { exitCode, stdout, stderr } = await runAs([...ADDS, ATTACHES], argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'in\n' });
    expect(stderr).toMatch(
      /^Warning: you may not get and create pods\/exec, so --run-timeout ends only the wait/,
    );
  });

  it('has the output of a command from the log of the first container where he may not attach', async () => {
    const pod = await cluster.makePod();
    const argv = [pod, IMAGE, '--', 'sh', '-c', 'echo out; exit 9'];
    const { exitCode, stdout, stderr } = await runAs([...ADDS, READS], argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: 'out\n' });
    expect(stderr).toContain('you may not attach (pods/attach), so the output is read from the log');
    expect(added(pod).map((container) => readEnvelope(container)?.envelope.kind)).toEqual(['at-once']);
  });

  it.each([
    { label: 'of a time limit', rights: [ATTACHES], argv: ['--run-timeout=1m'], said: /ends only the wait/g },
    { label: 'of the log', rights: [READS], argv: [], said: /is read from the log/g },
  ])('is told once $label, of however many pods', async ({ rights, argv, said }) => {
    const pods = [await cluster.makePod(), await cluster.makePod(), await cluster.makePod()];
    const run = [...pods, IMAGE, ...argv, '--', 'echo', 'in'];
    const { exitCode, stdout, stderr } = await runAs([...ADDS, ...rights], run);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'in\nin\nin\n' });
    expect(stderr.match(said)).toHaveLength(1);
  });

  it('is shown the log in place of a session that takes no input', async () => {
    const pod = await cluster.makePod();
    const argv = [pod, IMAGE, '--envelope=false', '--', 'sh', '-c', 'echo out; exit 9'];
    const { exitCode, stdout, stderr } = await runAs([...ADDS, READS], argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: 'out\n' });
    expect(stderr).toContain('is shown instead');
    expect(added(pod)).toHaveLength(1);
  });
});

describe('reviews that say nothing hinder nobody', () => {
  it.each([
    { label: 'that nobody may ask for', answer: { status: 403, body: { kind: 'Status', code: 403 } } },
    { label: 'that the server does not know', answer: { status: 404, body: { kind: 'Status', code: 404 } } },
    { label: 'that fail', answer: { status: 500, body: { kind: 'Status', code: 500 } } },
    { label: 'without an answer', answer: { status: 201, body: {} } },
    { label: 'that are cut', answer: { cutAfterBytes: 0 } },
    { label: 'that are never answered', answer: { delayMs: 600_000 } },
  ])('$label', async ({ answer }) => {
    reviews = () => answer;
    const pod = await cluster.makePod();
    const rights = [...ADDS, EXECS];
    const { exitCode, stdout } = await runAs(rights, [pod, IMAGE, '-q', '--via=exec', '--', 'echo', 'in']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'in\n' });
  });

  it('nor keep a command waiting that is over, from a server that is overloaded', async () => {
    const built = buildPackage();
    onTestFinished(() => built.remove());
    let asked = 0;
    reviews = () => {
      asked += 1;
      return { status: 429, headers: { 'retry-after': '8' }, body: { kind: 'Status', code: 429 } };
    };
    const pod = await cluster.makePod();
    const argv = [pod, IMAGE, '-c', 'dbg', '--target=', '--', 'echo', 'in'];
    const result = await built.run(argv, { KUBECONFIG: cluster.kubeconfigs.admin });
    expect(result).toEqual({ exitCode: 0, stdout: 'in\n', stderr: '' });
    // A process that had stayed would have asked again.
    expect(asked).toBe(2);
  });

  it('of a copy that takes the place of one in which the command could not run, only the last one stays', async () => {
    reviews = () => ({ status: 403, body: { kind: 'Status', code: 403 } });
    const pod = await cluster.makePod();
    const rights = [...CREATES, READS, 'delete:pods'];
    const { exitCode, stderr } = await runAs(rights, [pod, IMAGE, '--copy-to=c-3', '--', 'echo', 'in']);
    expect(stderr).toContain('running the command in a second one');
    expect({ exitCode, stays: stderr.match(/ stays;/g) }).toEqual({ exitCode: 0, stays: [' stays;'] });
  });

  it('and the server has the last word', async () => {
    reviews = () => ({ status: 201, body: { status: { allowed: true } } });
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await runAs(ADDS, [pod, IMAGE, '-q', '--via=exec', '--', 'id']);
    expect(exitCode).toBe(125);
    expect(stderr).toContain('"pods/exec"');
    expect(added(pod)).toHaveLength(1);
  });
});

describe('an audit', () => {
  const audit = (rights: readonly string[], argv: readonly string[]): Promise<CommandResult> =>
    runAs(rights, ['audit', ...argv, '--yes', '--', 'echo', 'in']);

  it('adds nothing whose output it may not read, asks once for all pods, and says it once', async () => {
    const pods = await cluster.makePods('unread', 4);
    const before = cluster.playground.requests.length;
    const { exitCode, stdout } = await audit(ADDS, ['-l', 'test=unread']);
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(
      /^4 pods not audited: refused \(forbidden\): [^]*: you may not get pods\/log; nothing was added/,
    );
    expect(stdout.match(/you may not/g)).toHaveLength(1);
    expect(pods.flatMap(added)).toEqual([]);
    const asked = cluster.playground.requests.slice(before).map(({ path }) => path);
    // One for the namespace, and one for each pod, which may have a Role of its own.
    expect(asked.filter((path) => path.endsWith('/selfsubjectaccessreviews'))).toHaveLength(1 + 4);
  });

  it('asks once where the right is there', async () => {
    await cluster.makePods('read', 3);
    const asked = await requestsOf(async () => {
      expect((await audit([...ADDS, READS], ['-l', 'test=read'])).exitCode).toBe(0);
    });
    expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('makes no copy that it may not delete', async () => {
    const [pod = ''] = await cluster.makePods('kept', 1);
    const { exitCode, stdout } = await audit([...CREATES, READS], [pod, '--copy']);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('you may not delete pods; nothing was added');
    expect(stdout).toContain('--for=copies');
  });
});

it('asks for two rights beside the pod, and for none where a change is only tried', async () => {
  const pod = await cluster.makePod();
  const asked = await requestsOf(() => finish(cluster.start([pod, IMAGE, '-q', '--', 'true'])));
  expect(asked.slice(0, 4).toSorted()).toEqual([
    `GET ${pod}`,
    'PATCH ephemeralcontainers',
    'POST selfsubjectaccessreviews',
    'POST selfsubjectaccessreviews',
  ]);
  expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(2);
  for (const kind of ['client', 'server']) {
    const tried = await requestsOf(() => finish(cluster.start([pod, IMAGE, `--dry-run=${kind}`])));
    expect(tried.filter((request) => request.startsWith('POST'))).toEqual([]);
  }
});

describe('a debug container that is kept for execs is not added without them', () => {
  it.each([
    { argv: ['forward', 'POD', ':db:5432'], purpose: 'forward,exec' },
    { argv: ['forward', 'POD', '--socks=0'], purpose: 'forward,exec' },
    { argv: ['capture', 'POD'], purpose: 'capture' },
    { argv: ['cp', 'POD:/etc/hostname', '-'], purpose: 'cp' },
  ])('$argv', async ({ argv, purpose }) => {
    const pod = await cluster.makePod();
    const named = argv.map((word) => word.replace('POD', pod));
    const { exitCode, stdout, stderr } = await runAs([...ADDS, ATTACHES], [...named, '--image=tools']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('you may not get and create pods/exec; nothing was added [forbidden]');
    expect(stderr).toContain(`check -n default --for=${purpose} -o yaml`);
    expect(added(pod)).toEqual([]);
  });
});
