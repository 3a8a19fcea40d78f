import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContainerFields } from '../../src/pod/types.ts';
import { readArchive } from '../drivers/read-archive.ts';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

const REASON = 'INC-7: disk $(HOME) $$ full';
const ESCAPED = 'INC-7: disk $$(HOME) $$$ full';
const IMAGE = '--image=busybox';
const PRINT = ['--', 'sh', '-c', 'printf "[%s]" "$KUBECTL_DEBUG_REASON"'];

let cluster: RunPlayground;
let state: string;
beforeAll(async () => {
  cluster = await runPlayground();
  state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-reason-'));
});
afterAll(async () => {
  await cluster.close();
  await rm(state, { recursive: true, force: true });
});

const run = (...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(argv, { env: { XDG_STATE_HOME: state } }));
const reasonIn = ({ env = [] }: ContainerFields): string | undefined =>
  env.find(({ name }) => name === 'KUBECTL_DEBUG_REASON')?.value;
const added = (pod: string): readonly (string | undefined)[] =>
  (cluster.readPod(pod).spec.ephemeralContainers ?? []).map(reasonIn);

describe('--reason', () => {
  it('is in the debug container as it was typed, beside the variables of the user', async () => {
    const pod = await cluster.makePod();
    const script = 'printf "%s %s" "$A" "$KUBECTL_DEBUG_REASON"';
    const result = await run(pod, IMAGE, '-q', '--env=A=1', '--reason', REASON, '--', 'sh', '-c', script);
    expect(result).toEqual({ exitCode: 0, stdout: `1 ${REASON}`, stderr: '' });
    expect(added(pod)).toEqual([ESCAPED]);
  });

  it('is in the user agent of every request', async () => {
    const pod = await cluster.makePod();
    const { stderr } = await run(pod, IMAGE, '--reason=INC-7 (disk)', '-v=8', ...PRINT);
    const agents = stderr.match(/> user-agent: .*/g) ?? [];
    expect(agents.length).toBeGreaterThan(2);
    expect(new Set(agents.map((line) => line.replace(/.*?\/\S+ /, '')))).toEqual(
      new Set(['(reason=INC-7 %28disk%29)']),
    );
  });

  it('changes nothing of the object if there is none', async () => {
    const pod = await cluster.makePod();
    const plan = (...argv: readonly string[]) =>
      run(pod, IMAGE, '-c', 'dbg', '--dry-run=client', '-o', 'json', '-q', ...argv);
    expect((await plan()).stdout).toBe((await plan('--reason= ')).stdout);
    expect((await plan()).stdout).not.toContain('REASON');
  });

  it('is the annotation of a copy, whose container has the variable too', async () => {
    const pod = await cluster.makePod();
    await run(pod, IMAGE, `--copy-to=${pod}-copy`, '-d', '--reason', REASON, '--', 'sleep', '1000');
    const copy = cluster.readPod(`${pod}-copy`);
    expect(copy.metadata.annotations).toMatchObject({ 'kubectl-debug/reason': REASON });
    expect(copy.spec.containers.map(reasonIn)).toEqual([undefined, ESCAPED]);
  });

  it('is the annotation of a copy with other images only', async () => {
    const pod = await cluster.makePod();
    await run(pod, '--set-image=*=busybox', `--copy-to=${pod}-copy`, '--attach=false', '--reason=INC-8');
    expect(cluster.readPod(`${pod}-copy`).metadata.annotations).toMatchObject({
      'kubectl-debug/reason': 'INC-8',
    });
  });

  it('is the annotation of a node pod, whose container has the variable too', async () => {
    const { stdout } = await run(
      'node/playground',
      IMAGE,
      '--dry-run=client',
      '-o',
      'json',
      '--reason=INC-9',
      '--',
      'ls',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      metadata: { annotations: { 'kubectl-debug/reason': 'INC-9' } },
      spec: { containers: [{ env: [{ name: 'KUBECTL_DEBUG_REASON', value: 'INC-9' }] }] },
    });
  });

  it('reaches commands by exec; another reason is for another container', async () => {
    const pod = await cluster.makePod();
    const exec = (...argv: readonly string[]) => run(pod, IMAGE, '-q', '--via=exec', '--reuse', ...argv);
    expect((await exec('--reason=INC-7', ...PRINT)).stdout).toBe('[INC-7]');
    expect((await exec('--reason=INC-7', ...PRINT)).stdout).toBe('[INC-7]');
    expect((await exec('--reason=INC-8', ...PRINT)).stdout).toBe('[INC-8]');
    expect((await exec(...PRINT)).stdout).toBe('[]');
    expect(added(pod)).toEqual(['INC-7', 'INC-8', undefined]);
  });

  it('is in the debug containers of an audit, in its journal and in its results', async () => {
    const pods = await cluster.makePods('reason', 2);
    const report = path.join(state, 'report.html');
    const flags = ['-l', 'test=reason', '-y', IMAGE, '--reason=INC-10', `--report=${report}`];
    const result = await run('audit', ...flags, ...PRINT);
    expect(result.stdout).toContain('[INC-10]');
    expect(pods.flatMap(added)).toEqual(['INC-10', 'INC-10']);
    expect(await readFile(report, 'utf8')).toContain('Reason <b>INC-10</b>');
    const junit = await run(
      'audit',
      '-l',
      'test=reason',
      '-y',
      IMAGE,
      '--reason=a "<b>"',
      '-o',
      'junit',
      ...PRINT,
    );
    expect(junit.stdout).toContain('<property name="reason" value="a &quot;&lt;b&gt;&quot;"/>');
  });

  it('is kept in the journal, so that a resumed audit says it too', async () => {
    const pods = await cluster.makePods('again', 2);
    const [first = ''] = pods;
    const argv = ['audit', ...pods, '-y', '--canary=0', '--reason=INC-11', IMAGE, '--concurrency=1'];
    const started = cluster.start([...argv, '--', 'sleep', '1000'], { env: { XDG_STATE_HOME: state } });
    await expect.poll(() => added(first)).toEqual(['INC-11']);
    started.deliver('SIGINT');
    await expect.poll(() => started.stderrText()).toContain('Ctrl-C again ends them');
    started.deliver('SIGINT');
    await started.ended;
    const [journal = ''] = await readdir(path.join(state, 'kubectl-debug', 'audits'));
    const resume = `--resume=${path.basename(journal, '.jsonl')}`;
    const refused = await run('audit', resume, '--reason=INC-12');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('not --reason');
    const again = cluster.start(['audit', resume, '-v=8'], { env: { XDG_STATE_HOME: state } });
    await expect.poll(() => again.stderrText()).toMatch(/user-agent: \S+ \(reason=INC-11\)/);
    await expect.poll(() => pods.flatMap(added)).toContain('INC-11');
    again.deliver('SIGTERM');
    again.deliver('SIGTERM');
    await again.ended;
  });

  it('is in a snapshot, also in one without a debug container', async () => {
    const pod = await cluster.makePod();
    const file = path.join(state, 'snapshot.tgz');
    const taken = await run('snapshot', pod, '--no-container', '-o', file, '--reason=INC-14 <b>');
    expect(taken.exitCode).toBe(0);
    const { files } = await readArchive(await readFile(file));
    expect(JSON.parse(files.get('manifest.json')?.toString() ?? '')).toMatchObject({ reason: 'INC-14 <b>' });
    expect(files.get('index.html')?.toString()).toContain('Reason <b>INC-14 &lt;b&gt;</b>');
  });

  it('is shown of all that is being debugged, by the history of a pod, and before a stop', async () => {
    const pod = await cluster.makePod();
    await run(pod, IMAGE, '-c', 'dbg', '-d', '--reason=INC-13', '--', 'sleep', '1000');
    await run(
      pod,
      IMAGE,
      '-c',
      'bad',
      '-d',
      '--env',
      'KUBECTL_DEBUG_REASON=\u001b[31mred',
      '--',
      'sleep',
      '1000',
    );
    await expect
      .poll(async () => (await run('pods', pod, '--debugged')).stdout)
      .toMatch(/dbg +Running .* INC-13 *\n.*bad +Running .* \^\[\[31mred/);
    expect((await run('pods', pod, '--explain')).stdout).toContain('for the reason "INC-13"');
    const stop = await run('stop', pod, '-c', 'dbg', '--dry-run=client');
    expect(stop.stdout).toBe(`debug container "dbg" in default/${pod} (reason: "INC-13") would be stopped\n`);
  });

  it.each([
    { label: 'two lines', argv: ['--reason=a\nb'], text: 'line break' },
    { label: 'a text that is too long', argv: [`--reason=${'x'.repeat(257)}`], text: '257 characters' },
    {
      label: 'one beside its variable',
      argv: ['--reason=a', '--env=KUBECTL_DEBUG_REASON=b'],
      text: 'leave out one of them',
    },
  ])('is refused before anything is asked: $label', async ({ argv, text }) => {
    const before = cluster.playground.requests.length;
    const { exitCode, stderr } = await run('web', IMAGE, ...argv, '--', 'ls');
    expect(exitCode).toBe(125);
    expect(stderr).toContain(text);
    expect(cluster.playground.requests.length).toBe(before);
  });

  it('is a variable in the line for kubectl, which has no annotation', async () => {
    const { stdout, stderr } = await run('web', IMAGE, '--copy-to=c', '--reason=INC-7, b', '--show-kubectl');
    expect(stdout).toContain("'--env=KUBECTL_DEBUG_REASON=INC-7, b'");
    expect(stderr).toContain('cannot annotate');
  });
});
