import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../builders/a-kubeconfig.ts';
import { KUBECTL, STARTED } from '../environment.ts';
import { allRows, type Row } from './rows.ts';
import { openWorld, type World } from './world.ts';

/** Rows run side by side, each in a world of its own, whose log is then about nothing else. */
const WORLDS = 4;
const worlds = await Promise.all(Array.from({ length: WORLDS }, openWorld));
afterAll(() => Promise.all(worlds.map((world) => world.close())));
const free = [...worlds];
const waiting: ((world: World) => void)[] = [];

async function inWorld<T>(body: (world: World) => Promise<T>): Promise<T> {
  const world = free.pop() ?? (await new Promise<World>((resolve) => waiting.push(resolve)));
  try {
    return await body(world);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(world);
    else next(world);
  }
}

/** What a program did, as servers and proxies saw it. */
interface Deed {
  readonly succeeded: boolean;
  readonly stdout: string;
  readonly requests: readonly string[];
  readonly proxied: readonly string[];
}

async function run(world: World, row: Row, command: readonly string[]) {
  world.log.requests.length = 0;
  world.log.proxied.clear();
  const { PATH = '' } = process.env;
  const [program = '', ...args] = [...command, ...(row.args ?? [])];
  const env = {
    PATH,
    HOME: path.join(world.folder, 'home'),
    KUBECONFIG: path.join(world.folder, 'config'),
    ...row.env,
  };
  const child = spawn(program, args, { env, cwd: world.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const proxied = [...world.log.proxied].toSorted();
  const succeeded = child.exitCode === 0;
  // kubectl asks for more than the pod, and asks on stdout who one is: of a failure only counts that it is one.
  const deed: Deed = succeeded
    ? { succeeded, stdout, requests: [...world.log.requests], proxied }
    : { succeeded, stdout: '', requests: [...world.log.requests], proxied: [] };
  return { deed, stderr };
}

async function prepare(world: World, row: Row): Promise<void> {
  const home = path.join(world.folder, 'home');
  await rm(home, { recursive: true, force: true });
  await mkdir(home);
  const files = row.files ?? { config: aKubeconfig(row.cluster ?? {}, row.user, row.context) };
  for (const [name, content] of Object.entries(files)) {
    const written = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(path.join(world.folder, name), written);
  }
}

const [first] = worlds;
const titles = first === undefined ? [] : allRows(first);

describe('a connection', () => {
  for (const [index, { title, differs }] of titles.entries()) {
    const kind = differs === undefined ? 'is as kubectl makes it' : `differs (${differs})`;
    it.concurrent(`${kind}: ${title}`, () =>
      inWorld(async (world) => {
        const row = allRows(world)[index] ?? { title };
        await prepare(world, row);
        const theirs = await run(world, row, [KUBECTL, 'get', 'pod', 'web-1', '-o', 'name']);
        const ours = await run(world, row, [...STARTED, 'pods', 'web-1', '-o', 'name']);
        expect(ours.stderr).not.toMatch(/^\(node:/m);
        if (differs !== undefined) expect(ours.deed).not.toEqual(theirs.deed);
        else expect(ours.deed, `${theirs.stderr}\n--- ours: ${ours.stderr}`).toEqual(theirs.deed);
      }),
    );
  }
});
