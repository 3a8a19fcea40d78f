import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-input-'));
  buildSync({
    entryPoints: [path.join(import.meta.dirname, 'unread-input.ts')],
    outfile: path.join(folder, 'unread.cjs'),
    format: 'cjs',
    platform: 'node',
    bundle: true,
  });
  const program = `require('./unread.cjs').hasUnreadInput(process).then((has) => console.log(has));`;
  writeFileSync(path.join(folder, 'ask.cjs'), program);
  writeFileSync(path.join(folder, 'lines'), 'one\ntwo\n');
  writeFileSync(path.join(folder, 'empty'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a shell prints with this script, in which `ask` asks for unread input on its stdin. */
function shell(script: string): string {
  const ask = `ask() { '${process.execPath}' '${path.join(folder, 'ask.cjs')}'; }`;
  return spawnSync('sh', ['-c', `cd '${folder}'; ${ask}; ${script}`], { encoding: 'utf8' }).stdout;
}

describe.runIf(process.platform === 'linux')('hasUnreadInput', () => {
  it.each([
    { label: 'a pipe with a line, which stays in it', script: 'echo x | { ask; cat; }', said: 'true\nx\n' },
    { label: 'a pipe with an empty line', script: 'echo | { sleep 0.1; ask; }', said: 'true\n' },
    { label: 'an empty pipe at its end', script: 'true | { sleep 0.1; ask; }', said: 'false\n' },
    { label: 'an empty pipe that is open', script: 'sleep 1 | ask', said: 'false\n' },
    { label: 'a pipe that was read to its end', script: 'echo x | { cat; ask; }', said: 'x\nfalse\n' },
    { label: 'a file', script: 'ask < lines', said: 'true\n' },
    { label: 'the rest of a file', script: '{ read a; ask; cat; } < lines', said: 'true\ntwo\n' },
    { label: 'a file that was read', script: '{ cat > /dev/null; ask; } < lines', said: 'false\n' },
    { label: 'an empty file', script: 'ask < empty', said: 'false\n' },
    { label: 'no input', script: 'ask < /dev/null', said: 'false\n' },
    { label: 'a closed stdin', script: 'ask <&-', said: 'false\n' },
  ])('for $label', ({ script, said }) => {
    expect(shell(script)).toBe(said);
  });
});
