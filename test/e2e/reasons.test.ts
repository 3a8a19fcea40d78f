import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContainerFields } from '../../src/pod/types.ts';
import { DEBUG_IMAGE, KUBECONFIG, KUBECTL } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

const REASON = 'INC-7: "disk" $(HOME) $$ füll, 5% (now)';
const IMAGE = `--image=${DEBUG_IMAGE}`;

let shop: Namespace;
let team: Namespace;
beforeAll(async () => {
  [shop, team] = await Promise.all([createNamespace('reason-shop'), createNamespace('reason-team')]);
  const names = ['web', 'audited', 'copied', 'kubectl', 'named', 'race', 'both'];
  await shop.create(names.map((name) => aPod(name)));
  await team.create([aPod('api'), aPod('both')]);
});
afterEach(endPrograms);
afterAll(() => Promise.all([shop.remove(), team.remove()]));

const inShop = (...args: readonly string[]): Promise<ProgramResult> =>
  runProgram([...args, `--namespace=${shop.name}`]);
const reasonIn = ({ env = [] }: ContainerFields): string | undefined =>
  env.find(({ name }) => name === 'KUBECTL_DEBUG_REASON')?.value;
const reasonsIn = async (pod: string): Promise<readonly (string | undefined)[]> =>
  (await shop.ephemeralContainers(pod)).map(reasonIn);
const PRINT = ['sh', '-c', 'printf "[%s]" "$KUBECTL_DEBUG_REASON"'];

describe('--reason', () => {
  it('is what the command reads, what the server gets with each request, and what pods shows', async () => {
    const args = ['web', IMAGE, '--reason', REASON, '-v=8', `--namespace=${shop.name}`, '--', ...PRINT];
    const { stdout, stderr } = await runProgram(args);
    expect(stdout).toBe(`[${REASON}]`);
    const agents = new Set(stderr.match(/> user-agent: .*/g));
    expect([...agents]).toEqual([
      expect.stringMatching(/ \(reason=INC-7: "disk" \$%28HOME%29 \$\$ f%C3%BCll, 5%25 %28now%29\)$/),
    ]);
    expect((await inShop('pods', '--debugged', '--all')).stdout).toContain(REASON);
    expect((await inShop('pods', 'web', '--explain')).stdout).toContain(`for the reason "${REASON}"`);
  });

  it('reaches every run of an audit', async () => {
    const { stdout } = await runProgram([
      'audit',
      'audited',
      '-y',
      IMAGE,
      '--reason',
      REASON,
      '-n',
      shop.name,
      '--',
      ...PRINT,
    ]);
    expect(stdout).toContain(`[${REASON}]`);
    expect(await reasonsIn('audited')).toEqual([expect.stringContaining('INC-7')]);
  });

  it('is the annotation of a copy, which the server keeps as it was typed', async () => {
    await inShop('copied', IMAGE, '--copy-to=copy', '-d', '--reason', REASON);
    const { metadata, spec } = await shop.read('copy');
    expect(metadata.annotations?.['kubectl-debug/reason']).toBe(REASON);
    expect(spec.containers.map(reasonIn).filter((reason) => reason !== undefined)).toHaveLength(1);
    const { stdout } = await inShop('stop', 'copy', '--dry-run=client');
    expect(stdout).toContain(`(reason: "${REASON}")`);
  });

  it('is the same variable by the line for kubectl', async () => {
    const reason = 'INC-7: disk $(HOME), 5% full';
    const args = ['kubectl', IMAGE, '--image-pull-policy=IfNotPresent', '-d', '--reason', reason];
    const { stdout } = await inShop(...args, '-c', 'theirs', '--show-kubectl');
    const script = `kubectl() { command "$KUBECTL" "$@"; }; ${stdout}`;
    execFileSync('sh', ['-c', script], { env: { ...process.env, KUBECONFIG, KUBECTL }, stdio: 'ignore' });
    await inShop(...args, '-c', 'ours');
    const [theirs, ours] = await reasonsIn('kubectl');
    expect(theirs).toBeDefined();
    expect(ours).toBe(theirs);
  });
});

describe('a name that is taken', () => {
  it('leads into the container that runs, or to the next free name', async () => {
    const start = (name: string, ...command: readonly string[]): Promise<ProgramResult> =>
      runProgram(['named', IMAGE, '-q', '-n', shop.name, '-c', name, '-d', '--', ...command]);
    await start('dbg', 'sleep', '600');
    await shop.runs('named', 'dbg');
    const { exitCode, stderr } = await start('dbg', 'true');
    expect(exitCode).toBe(125);
    expect(stderr).toContain('which runs [container-exists]');
    const attach = `kubectl-debug attach named -n ${shop.name} -c dbg`;
    expect(stderr).toContain(`hint: to join it: ${attach}; another name: -c dbg-2\n`);
    expect((await start('dbg-2', 'true')).stdout).toBe('dbg-2\n');
    await eventually('the end of dbg-2', async () =>
      (await start('dbg-2', 'true')).stderr.includes('hint: another name: -c dbg-3; or leave out -c')
        ? true
        : undefined,
    );
  });

  it('is told if somebody else was faster', async () => {
    const results = await Promise.all(
      ['601', '602', '603'].map((seconds) =>
        runProgram(['race', IMAGE, '-q', '-n', shop.name, '-c', 'race', '-d', '--', 'sleep', seconds]),
      ),
    );
    const lost = results.filter(({ exitCode }) => exitCode === 125);
    expect(lost).toHaveLength(2);
    for (const { stderr } of lost) expect(stderr).toContain('[container-exists]\nhint: to join it: ');
  });
});

describe('pods of several namespaces', () => {
  it('are debugged in one call, by words and by stdin', async () => {
    const words = [`${shop.name}/both`, `${team.name}/both`];
    const said = await runProgram([...words, IMAGE, '--', 'echo', 'hello']);
    expect(said).toMatchObject({ exitCode: 0, stdout: 'hello\nhello\n' });
    for (const word of words) expect(said.stderr).toContain(`using ${word}`);
    const listed = await runProgram(['-', IMAGE, '-q', '--', 'echo', 'hello'], { input: words.join('\n') });
    expect(listed).toMatchObject({ exitCode: 0, stdout: 'hello\nhello\n' });
    expect(await shop.ephemeralContainers('both')).toHaveLength(2);
    expect(await team.ephemeralContainers('both')).toHaveLength(2);
  });

  it('are left alone if the rights of one are missing', async () => {
    const before = await shop.ephemeralContainers('both');
    const at = ['-n', shop.name];
    const resource = '--resource=pods,pods/ephemeralcontainers,pods/attach,pods/log,events';
    const all = await kubectl(['create', 'role', 'debug', '--verb=*', resource, ...at]);
    expect(all).toContain('debug');
    await kubectl(['create', 'rolebinding', 'debug', '--role=debug', '--user=dev', ...at]);
    const look = ['-n', team.name];
    await kubectl(['create', 'role', 'look', '--verb=get,list,watch', '--resource=pods', ...look]);
    await kubectl(['create', 'rolebinding', 'look', '--role=look', '--user=dev', ...look]);
    await Promise.all([shop.name, team.name].map(untilRightsAreKnown));
    const args = [`${shop.name}/both`, `${team.name}/both`, IMAGE, '--as=dev', '--', 'true'];
    const { exitCode, stderr } = await runProgram(args);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(new RegExp(`^error: .*${team.name}.*\\[forbidden\\]`, 'm'));
    expect(await shop.ephemeralContainers('both')).toEqual(before);
  });
});
