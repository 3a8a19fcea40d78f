import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { spawn, type IPty } from '@lydell/node-pty';
import { startLocalPlayground } from '../../playground/local-playground.ts';
import type { Cast, Piece } from './cast.ts';
import { LOCAL_PROMPT, type Scene } from './scenes.ts';

const COLUMNS = 100;
const ROWS = 40;
const DEADLINE_MS = 60_000;
/** How long a person looks at a prompt. */
const PAUSE_MS = 300;

/** kubectl runs `kubectl-dbg` for `kubectl dbg`; a picture needs no more of it. */
const KUBECTL = '#!/bin/sh\nshift\nexec kubectl-dbg "$@"\n';

/** Records what a terminal shows while a scene is played on a new playground, by the program that this file starts. */
export async function recordScene(scene: Scene, program: string): Promise<Cast> {
  const playground = await startLocalPlayground(program);
  const home = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-pictures-'));
  try {
    if (!playground.isConfined)
      throw new Error('this system refuses the namespaces that the containers need');
    await symlink(program, path.join(home, 'kubectl-dbg'));
    await writeFile(path.join(home, 'kubectl'), KUBECTL);
    await chmod(path.join(home, 'kubectl'), 0o755);
    const env = environment(home, playground.kubeconfig);
    await untilPodsRun(program, env);
    for (const args of scene.before) await promisify(execFile)(process.execPath, [program, ...args], { env });
    return { title: scene.title, columns: COLUMNS, rows: ROWS, output: await play(scene, env) };
  } finally {
    await playground.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** Nothing of the person who records, apart from the path to Node. */
function environment(home: string, kubeconfig: string): Record<string, string> {
  const { PATH = '' } = process.env;
  return {
    PATH: [home, path.dirname(process.execPath), PATH].join(path.delimiter),
    HOME: home,
    KUBECONFIG: kubeconfig,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PS1: LOCAL_PROMPT,
  };
}

async function untilPodsRun(program: string, env: Record<string, string>): Promise<void> {
  const until = Date.now() + DEADLINE_MS;
  const args = [program, 'pods', '-l', 'app=web', '--not-ready', '-o', 'name'];
  for (;;) {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    if (stdout === '') return;
    if (Date.now() > until) throw new Error(`these pods did not start: ${stdout}`);
    await sleep(200);
  }
}

async function play(scene: Scene, env: Record<string, string>): Promise<readonly Piece[]> {
  const pty = spawn('/bin/sh', [], {
    name: 'xterm-256color',
    cols: COLUMNS,
    rows: ROWS,
    env,
    cwd: env['HOME'] ?? '/',
  });
  const recording = recordPty(pty);
  try {
    for (const { after, keys } of scene.typed) {
      await recording.untilShown(after);
      await sleep(PAUSE_MS);
      pty.write(keys);
    }
    await recording.untilShown(LOCAL_PROMPT);
    return withoutPrompt(recording.pieces());
  } finally {
    pty.kill();
  }
}

/** The pieces without the prompt after the end. */
function withoutPrompt(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1);
  if (last === undefined) return pieces;
  const text = last.text.slice(0, last.text.lastIndexOf(LOCAL_PROMPT));
  return [...pieces.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

/** Collects what a terminal shows. */
function recordPty(pty: IPty): {
  readonly untilShown: (text: string) => Promise<void>;
  readonly pieces: () => readonly Piece[];
} {
  const start = performance.now();
  const output: Piece[] = [];
  let sinceTyped = '';
  pty.onData((text) => {
    output.push({ seconds: (performance.now() - start) / 1000, text });
    sinceTyped += text;
  });
  return {
    async untilShown(wanted) {
      const until = Date.now() + DEADLINE_MS;
      while (!sinceTyped.replaceAll(/\x1b\[[?\d;]*[A-Za-z]/g, '').includes(wanted)) {
        if (Date.now() > until)
          throw new Error(`the terminal never showed ${JSON.stringify(wanted)}: ${sinceTyped}`);
        await sleep(20);
      }
      sinceTyped = '';
    },
    pieces: () => output,
  };
}
