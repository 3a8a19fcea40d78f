import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { finish, type CommandResult } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

let cluster: RunPlayground;
let got: string;
beforeAll(async () => {
  cluster = await runPlayground();
});
afterAll(() => cluster.close());
beforeEach(async () => {
  got = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-collected-'));
  return () => rm(got, { recursive: true });
});

const collect = (...argv: readonly string[]): Promise<CommandResult> =>
  finish(cluster.start(['audit', '--image=busybox', ...argv], { env: { XDG_STATE_HOME: got } }));

// Containers of the playground are processes whose root nobody may open, so test/e2e/audit-collect.test.ts reads files.
it('says of each pod alike why its files cannot be read, and what goes on', async () => {
  const names = await cluster.makePods('closed', 2);
  const argv = ['-l', 'test=closed', '--yes', '--canary=0', '--collect=/etc/hosts'];
  const { exitCode, stdout, stderr } = await collect(...argv, `--output-dir=${path.join(got, 'files')}`);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^2 pods not audited: error \(rootfs-refused\): /);
  expect(stdout).toContain('cannot copy /etc/hosts of container "app"');
  expect(stderr).toMatch(/to try these again: kubectl-debug audit --resume=/);
  // It cannot be told from the other processes of this machine, so nothing is signalled.
  expect(stderr).toMatch(/debug container "<container>" runs on for a few minutes, as it could not be ended/);
  expect(names.map((name) => cluster.readPod(name).spec.ephemeralContainers?.length)).toEqual([1, 1]);
  expect(await readdir(path.join(got, 'files'))).toEqual([]);
});

it.each([
  { label: 'no folder', argv: ['--collect=/etc'], said: /needs a folder/ },
  { label: 'a command too', argv: ['--collect=/etc', '--output-dir=x', '--', 'id'], said: /runs no command/ },
  { label: 'a relative path', argv: ['--collect=etc', '--output-dir=x'], said: /does not begin with \// },
  { label: 'a path that leads up', argv: ['--collect=/a/../b', '--output-dir=x'], said: /it has \.\./ },
  { label: 'everything', argv: ['--collect=//', '--output-dir=x'], said: /the whole file system/ },
  { label: 'a copy', argv: ['--collect=/etc', '--output-dir=x', '--copy'], said: /a copy has others/ },
  { label: 'no target', argv: ['--collect=/etc', '--output-dir=x', '--target='], said: /files of a target/ },
  {
    label: '--rootfs',
    argv: ['--collect=/etc', '--output-dir=x', '--rootfs'],
    said: /--rootfs is about a command/,
  },
  {
    label: 'a bound of nothing',
    argv: ['--max-total=1Mi', '--', 'id'],
    said: /--max-total is for the files/,
  },
  {
    label: 'a bound that is none',
    argv: ['--collect=/x', '--output-dir=x', '--max-total=0'],
    said: /--max-total cannot/,
  },
])('refuses $label with 2, and adds nothing', async ({ argv, said }) => {
  const name = await cluster.makePod();
  const { exitCode, stderr } = await collect(name, ...argv);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(said) });
  expect(cluster.readPod(name).spec.ephemeralContainers ?? []).toEqual([]);
});
