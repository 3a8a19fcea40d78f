import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBECTL_COMMANDS, KUBECTL_FLAGS, OUR_WORDS } from '../../src/kuberc/kubectl-words.ts';
import { COMMANDS } from '../../src/commands/command-table.ts';
import { GLOBAL_FLAGS } from '../../src/flags/tables/global-flags.ts';
import {
  NOT_REFUSED,
  REFUSED,
  TEXTS_AFTER_ALL,
  UNUSABLE,
  USABLE,
  WARNED_OF,
} from '../samples/kuberc-texts.ts';
import { kubectl, runKubectl, type Result } from './kubectl.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-kuberc-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
/** What kubectl says when it reads a kuberc with this text. */
async function readBy(text: string): Promise<Result> {
  const file = path.join(folder, `${(count += 1)}`);
  await writeFile(file, text);
  return runKubectl(['version', '--client', `--kuberc=${file}`]);
}

/** The texts that our own tests are made of. */
describe('kubectl', () => {
  it.each([...USABLE.map(({ text }) => text), ...TEXTS_AFTER_ALL, ...NOT_REFUSED])(
    'uses %j',
    async (text) => {
      const { exitCode, stderr } = await readBy(text);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    },
  );

  it.each(WARNED_OF.map(({ text }) => text))('uses %j and warns', async (text) => {
    const { exitCode, stderr } = await readBy(text);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/^kuberc: ignoring strict decoding error /);
  });

  it.each(UNUSABLE)('cannot use %j', async (text) => {
    const { exitCode, stderr } = await readBy(text);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('no valid preferences found'),
    });
  });

  it.each(REFUSED)('refuses %j', async (text) => {
    const { exitCode, stderr } = await readBy(text);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error occurred while applying preferences /);
    expect(stderr).not.toContain('no valid preferences');
  });
});

describe('the words of kubectl that we know', () => {
  it('are all its commands', async () => {
    const commands = [...(await kubectl(['help'])).matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(
      ([, name]) => name,
    );
    // It is hidden in kubectl's help.
    expect([...new Set([...commands, 'options'])].toSorted()).toEqual([...KUBECTL_COMMANDS].toSorted());
  });

  it.each([...OUR_WORDS])('are all flags of %s that %s does not have', async (theirs, ours) => {
    const texts = await Promise.all([kubectl([theirs, '--help']), kubectl(['options'])]);
    const flags = [...texts.join('\n').matchAll(/^ +(?:-[A-Za-z], )?--([a-z-]+)=/gm)].map(
      ([, name]) => name ?? '',
    );
    const command = COMMANDS.find(({ name }) => name === ours);
    const known = [...(command?.flags ?? []), ...GLOBAL_FLAGS].map(({ name }) => name);
    const missing = flags.filter((name) => !known.includes(name));
    expect([...new Set(missing)].toSorted()).toEqual([...(KUBECTL_FLAGS[theirs] ?? [])].toSorted());
  });
});
