import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Ajv } from 'ajv';
import manifest from '../../package.json' with { type: 'json' };
import { ACTION, runActionStep, type ActionStep, type EndedStep } from '../drivers/action-step.ts';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-action-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the step that runs the audit', () => {
  let built: BuiltPackage;
  let world: RunPlayground;

  beforeAll(async () => {
    built = buildPackage();
    const program = path.join(built.folder, 'kubectl-debug');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${built.program}" "$@"\n`);
    chmodSync(program, 0o755);
    world = await runPlayground();
  });

  afterAll(async () => {
    await world.close();
    built.remove();
  });

  const audit = (inputs: Readonly<Record<string, string>>): Promise<EndedStep> =>
    runActionStep(
      { folder, index: 1, inputs },
      {
        KUBECONFIG: world.kubeconfigs.admin,
        PATH: `${built.folder}:${process.env['PATH'] ?? ''}`,
      },
    );

  it('puts the report into the summary, and hands on where the files are', async () => {
    const [pod = ''] = await world.makePods('one', 1);
    const { code, stdout, file } = await audit({ targets: pod, command: 'echo hi; echo "it\'s $((1 + 1))"' });
    expect(file('GITHUB_STEP_SUMMARY')).toContain("```\nhi\nit's 2\n```\n");
    const outputs: Readonly<Record<string, string>> = Object.fromEntries(
      file('GITHUB_OUTPUT')
        .trimEnd()
        .split('\n')
        .map((line) => line.split('=')),
    );
    expect(readFileSync(outputs['report'] ?? '', 'utf8')).toBe(file('GITHUB_STEP_SUMMARY'));
    expect(JSON.parse(readFileSync(outputs['results'] ?? '', 'utf8')).rows).toMatchObject([
      { pod, verdict: 'passed' },
    ]);
    expect([code, outputs['exit-code'], stdout.includes('::error')]).toEqual([0, '0', false]);
  });

  it.each([
    ['any', 1, 3],
    ['not-passed', 1, 0],
    ['never', 0, 0],
  ])('fails as fail-on=%s says: not passed %i, not audited %i', async (failOn, notPassed, notAudited) => {
    const [pod = ''] = await world.makePods(failOn, 1);
    const unmet = await audit({ targets: pod, command: 'exit 7', 'fail-on': failOn });
    expect(unmet.code).toBe(notPassed);
    expect(unmet.file('GITHUB_OUTPUT')).toContain('exit-code=1\n');
    expect(unmet.stdout).toContain('::error title=kubectl-debug audit::Not passed: 1 pod: exit code 7\n');
    const failed = await audit({
      targets: `${pod}\n`,
      command: 'true',
      args: '--target=none',
      'fail-on': failOn,
    });
    expect([failed.code, failed.file('GITHUB_OUTPUT')]).toEqual([
      notAudited,
      expect.stringContaining('exit-code=3\n'),
    ]);
  });

  it('chooses pods by selector, and takes a flag a line', async () => {
    const pods = await world.makePods('several', 3);
    const args = `--exclude=${pods[2]}\n\n--env=WORD=a b\n`;
    const { file } = await audit({
      selector: 'test=several',
      namespaces: 'default',
      args,
      command: 'echo "$WORD"',
    });
    expect(file('GITHUB_STEP_SUMMARY')).toContain('<b>Passed: 2 pods</b>');
    expect(file('GITHUB_STEP_SUMMARY')).toContain('\na b\n');
  });

  it('lets no input become a part of a script, a flag or a command of the runner', async () => {
    const [pod = ''] = await world.makePods('hostile', 1);
    const evil = '"; touch stolen; $(touch stolen) `touch stolen` \'';
    const { stdout } = await audit({
      targets: pod,
      command: 'echo x',
      expect: evil,
      args: `--reason=${evil}`,
    });
    expect(stdout).toContain('::error title=kubectl-debug audit::Not passed: 1 pod: exit code 0, but');
    expect(existsSync(path.join(folder, 'stolen'))).toBe(false);
    expect((await audit({ targets: '--kubeconfig=x', command: 'id' })).stdout).toBe(
      '::error title=kubectl-debug::"--kubeconfig=x" in targets begins with "-"; flags go into args\n',
    );
    expect((await audit({ targets: '*', command: 'id' })).file('GITHUB_OUTPUT')).toContain('exit-code=2\n');
    for (const args of ['id', '--', '-'])
      expect((await audit({ targets: pod, args })).stdout).toContain(`"${args}" in args is no flag`);
  });

  it('lets nothing that a pod prints command the runner', async () => {
    const [pod = ''] = await world.makePods('loud', 1);
    const { stdout } = await audit({
      targets: pod,
      command: 'echo',
      expect: '&#10;::add-mask::x%0A::set-env::',
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^::stop-commands::[0-9a-f]{32}$/);
    expect(lines.filter((line) => line.trimStart().startsWith('::')).slice(1)).toEqual([
      `::${lines[0]?.slice('::stop-commands::'.length)}::`,
      '::error title=kubectl-debug audit::Not passed: 1 pod: exit code 0, but "&#10;::add-mask::x%250A::set-env::" is not in its output',
    ]);
  });

  it('fails for a wrong fail-on, and for a wrong command line whatever fail-on is', async () => {
    expect(await audit({ 'fail-on': 'often' })).toMatchObject({
      code: 1,
      stdout: '::error title=kubectl-debug::fail-on is "any", "not-passed" or "never"\n',
    });
    expect((await audit({ targets: 'nobody', args: '--nope', 'fail-on': 'never' })).code).toBe(2);
  });
});

describe('the step that installs the program', () => {
  const installStep = (
    inputs: ActionStep['inputs'],
    env: Readonly<Record<string, string>> = {},
  ): Promise<EndedStep> => runActionStep({ folder, index: 0, inputs }, env);
  const LINUX = { RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64' };

  /** A folder as a release has it, with an archive of a script that says its version. */
  function makeDownloads(version: string): { readonly url: string; readonly archive: string } {
    const downloads = path.join(folder, 'downloads');
    mkdirSync(downloads);
    const program = path.join(downloads, 'kubectl-debug');
    writeFileSync(program, `#!/bin/sh\necho kubectl-debug ${version}\n`);
    chmodSync(program, 0o755);
    const archive = path.join(downloads, `kubectl-debug_v${version}_linux_amd64.tar.gz`);
    execFileSync('tar', ['czf', archive, '-C', downloads, 'kubectl-debug']);
    writeFileSync(path.join(downloads, 'SHA256SUMS'), `${sha256(archive)}  ${path.basename(archive)}\n`);
    return { url: pathToFileURL(downloads).href, archive };
  }

  const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

  it('installs the version of the action for the runner, and adds it to the PATH', async () => {
    const { url, archive } = makeDownloads(manifest.version);
    const inputs = { 'download-url': `${url}/`, sha256: sha256(archive) };
    const { code, stdout, file } = await installStep(inputs, LINUX);
    expect([code, stdout]).toEqual([0, `kubectl-debug ${manifest.version}\n`]);
    expect(existsSync(path.join(file('GITHUB_PATH').trimEnd(), 'kubectl-debug'))).toBe(true);
  });

  it('refuses an archive with another hash than the published or the given one', async () => {
    const { url, archive } = makeDownloads('7.0.0');
    const given = await installStep({ 'download-url': url, version: '7.0.0', sha256: 'f'.repeat(64) }, LINUX);
    writeFileSync(archive, 'other');
    const published = await installStep({ 'download-url': url, version: 'v7.0.0' }, LINUX);
    for (const { code, stdout, file } of [given, published]) {
      expect([code, file('GITHUB_PATH')]).toEqual([1, '']);
      expect(stdout).toMatch(
        /^::error .*_linux_amd64\.tar\.gz has the hash [0-9a-f]{64}, not [0-9a-f]{64}\n$/,
      );
    }
  });

  it.each([
    [{ version: '8.0.0' }, LINUX, 'cannot download file:'],
    [{ version: '7.0.0"; x' }, LINUX, 'the version "7.0.0"; x" can be none'],
    [{}, { ...LINUX, RUNNER_ARCH: 'ARM' }, 'there is no executable for the machine ARM'],
  ])('says why it cannot: %o', async (inputs, runner, expected) => {
    const { url } = makeDownloads('7.0.0');
    const { code, stdout } = await installStep({ 'download-url': url, ...inputs }, runner);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`::error title=kubectl-debug::${expected}`)]);
  });

  it('installs nothing for the version "none"', async () => {
    expect(await installStep({ version: 'none' }, LINUX)).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('action.yml', () => {
  it('hands inputs to its scripts by variables only, and each input to one', () => {
    const named = ACTION.runs.steps.flatMap(({ env }) => Object.values(env));
    expect(named.toSorted()).toEqual(
      Object.keys(ACTION.inputs)
        .map((input) => `\${{ inputs.${input} }}`)
        .toSorted(),
    );
    for (const { run } of ACTION.runs.steps) expect(run).not.toContain('${{');
  });

  it('has the fields that GitHub knows for a composite action', () => {
    const text = { type: 'string', minLength: 1 };
    const each = (properties: object, required: readonly string[]): object => ({
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: false, properties, required },
    });
    const step = {
      type: 'object',
      additionalProperties: false,
      required: ['run', 'shell'],
      properties: { name: text, id: text, shell: { const: 'bash' }, run: text, env: { type: 'object' } },
    };
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'description', 'runs'],
      properties: {
        ...{ name: text, description: { ...text, maxLength: 125 }, author: text },
        branding: { type: 'object', properties: { icon: text, color: { enum: ['blue'] } } },
        inputs: each({ description: text, required: { type: 'boolean' }, default: text }, ['description']),
        outputs: each({ description: text, value: text }, ['description', 'value']),
        runs: {
          type: 'object',
          additionalProperties: false,
          properties: { using: { const: 'composite' }, steps: { type: 'array', items: step } },
        },
      },
    };
    const validate = new Ajv().compile(schema);
    validate(ACTION);
    expect(validate.errors).toBeNull();
  });
});
