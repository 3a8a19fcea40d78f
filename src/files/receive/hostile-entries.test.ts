import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import type { SourceEntry } from '../file-sink.ts';
import { openLocalTree } from './open-local-tree.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')));
});
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', base]);
  rmSync(base, { recursive: true });
});

const name = fc.constantFrom('..', '.', '', 'a', 'b', 'link', 'sentinel', '\xff', 'x\0', '\u012e\u012e');
const path = fc.array(name, { maxLength: 4 }).map((names) => names.join('/'));
const target = fc.oneof(
  path,
  fc.constantFrom('../../sentinel', '/etc', '../sentinel/secret', 'b/../../sentinel', 'link/..'),
);
const entry = fc.record({
  kind: fc.constantFrom('file', 'folder', 'link', 'hard-link'),
  path,
  target,
  mode: fc.integer({ min: 0, max: 0o7777 }),
  mtime: fc.oneof(fc.integer(), fc.double()),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

/** All that lies in a folder, with everything that could be changed of it. */
const stateOf = (folder: string): string =>
  execFileSync('find', [folder, '-printf', '%p %y %m %s %T@ %l %n\\n']).toString();

async function receive(root: string, entries: readonly Entry[], isWhole: boolean): Promise<void> {
  const tree = openLocalTree(join(root, 'out'), {
    platform: 'linux',
    userId: process.getuid?.(),
    now: () => new Date(0),
  });
  await tree.addFolder({ path: '', kind: 'folder', size: 0, mode: 0o755, mtime: 0 });
  for (const { kind, target: to, ...fields } of entries) {
    const source = (what: SourceEntry['kind']): SourceEntry => ({ ...fields, size: 4, kind: what });
    if (kind === 'folder') await tree.addFolder(source('folder'));
    else if (kind === 'link') await tree.addLink(source('link'), to);
    else if (kind === 'hard-link') tree.addHardLink(source('file'), to);
    else if (!tree.hasFile(source('file'))) {
      const writer = tree.openFile(source('file'), 0);
      await writer?.write(Buffer.from('evil'));
      await writer?.finish();
    }
  }
  if (isWhole) tree.commit();
  tree.abandon();
}

const bitsOf = (folder: string): string => execFileSync('find', [folder, '-perm', '/7000']).toString();
const leadOut = (folder: string, root: string): readonly string[] =>
  execFileSync('find', [folder, '-type', 'l', '-print0'])
    .toString('latin1')
    .split('\0')
    .filter((link) => link !== '')
    .map((link) => {
      try {
        return realpathSync(Buffer.from(link, 'latin1'));
      } catch {
        return root;
      }
    })
    .filter((place) => !place.startsWith(root));

describe('entries of a container that lies', () => {
  it('change nothing beside the destination, in one call or several', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(entry, { maxLength: 12 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
        async (calls) => {
          const root = join(base, `${(count += 1)}`);
          mkdirSync(join(root, 'sentinel'), { recursive: true });
          writeFileSync(join(root, 'sentinel/secret'), 'secret');
          mkdirSync(join(root, 'out'));
          symlinkSync('../sentinel', join(root, 'out/a'));
          const before = stateOf(join(root, 'sentinel'));
          for (const [entries, isWhole] of calls) await receive(root, entries, isWhole);
          await receive(root, [], true);
          expect(stateOf(join(root, 'sentinel'))).toBe(before);
          expect(execFileSync('ls', ['-A', root]).toString()).toBe('out\nsentinel\n');
          expect(bitsOf(join(root, 'out'))).toBe('');
          rmSync(join(root, 'out/a'));
          expect(leadOut(join(root, 'out'), join(root, 'out'))).toEqual([]);
          expect(existsSync(join(root, 'sentinel/secret'))).toBe(true);
        },
      ),
      { numRuns: runsOf(25) },
    );
    // Each run waits for the disk many times.
  });
});
