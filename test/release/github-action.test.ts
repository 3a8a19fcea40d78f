import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { runActionStep } from '../drivers/action-step.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { MACHINE, RELEASE, releaseFile, run } from './release-files.ts';

const SCRIPTS = ['install.sh', 'audit.sh'].map((name) =>
  resolve(import.meta.dirname, '../../integrations/github-action', name),
);
let folder = '';
let playground: RunPlayground;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-action-'));
  playground = await runPlayground();
});

afterAll(async () => {
  await playground.close();
  rmSync(folder, { recursive: true, force: true });
});

it('installs the executable of the release, and audits pods with it', async () => {
  const inputs = { 'download-url': pathToFileURL(RELEASE).href, targets: await playground.makePod() };
  const installed = await runActionStep({ folder, index: 0, inputs });
  expect(installed).toMatchObject({ code: 0, stdout: `kubectl-debug ${program.version}\n` });
  const env = {
    PATH: `${installed.file('GITHUB_PATH').trimEnd()}:${process.env['PATH'] ?? ''}`,
    KUBECONFIG: playground.kubeconfigs.admin,
  };
  const audited = await runActionStep({ folder, index: 1, inputs: { ...inputs, command: 'echo hi' } }, env);
  expect(audited.code).toBe(0);
  expect(audited.file('GITHUB_STEP_SUMMARY')).toContain('```\nhi\n```\n');
});

it('has scripts without what shellcheck warns of, also in its archives', async () => {
  const archive = releaseFile(`_linux_${MACHINE}.tar.gz`);
  const names = ['kubectl-dbg', 'kubectl_complete-dbg'];
  await run('tar', ['xzf', archive, '-C', folder, ...names]);
  await expect(run('shellcheck', [...SCRIPTS, ...names.map((name) => join(folder, name))])).resolves.toBe('');
});
