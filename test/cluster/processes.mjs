// Background programs: each is started detached, with a log, and stopped by its process id.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, write } from './paths.mjs';
import { programs } from './runtimes.mjs';

/** State, parent and start time of a process. The start time tells processes apart: the system uses ids again. */
function look(pid) {
  try {
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: fields[0], parent: fields[1], birth: fields[19] };
  } catch {
    return undefined;
  }
}

const fileOfCommand = (name) => at('commands', name);

const commandOf = (name) => JSON.parse(fs.readFileSync(fileOfCommand(name), 'utf8'));

export function start(name, command, args) {
  write(fileOfCommand(name), JSON.stringify([command, args]));
  const log = fs.openSync(at('log', `${name}.log`), 'a');
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] });
  child.unref();
  fs.closeSync(log);
  fs.appendFileSync(at('pids'), `${child.pid} ${look(child.pid)?.birth} ${name}\n`);
}

/** Starts one program of the `kube` binary; `flags` become --name=value. */
export const startKube = (program, flags, name = program) =>
  start(name, programs().kube, [
    program,
    ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
  ]);

const allPids = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The arguments of its command line; none if it has ended. */
function wordsOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Processes whose command line has this argument, then their children. */
export function withWord(word) {
  const found = allPids().filter((pid) => wordsOf(pid).includes(word));
  const children = allPids().filter((pid) => found.includes(look(pid)?.parent));
  return [...found, ...children].map((pid) => ({ pid: Number(pid), birth: look(pid)?.birth }));
}

/** The started programs, oldest first. */
export function started() {
  if (!fs.existsSync(at('pids'))) return [];
  const lines = fs.readFileSync(at('pids'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [pid, birth, name] = line.split(' ');
    return { pid: Number(pid), birth, name };
  });
}

/** Kills a program, as a crash would, and starts it again with the same command line. */
export async function restart(program) {
  await stop([program]);
  startAgain(program);
}

function startAgain({ name }) {
  const others = started().filter((program) => program.name !== name);
  fs.writeFileSync(at('pids'), others.map((other) => `${other.pid} ${other.birth} ${other.name}\n`).join(''));
  start(name, ...commandOf(name));
}

/**
 * Waits until programs stay alive: one that cannot begin, for instance as its port is taken, ends within a second. It is started
 * again a few times, as the supervisors of other clusters do.
 */
export async function untilTheyStay(names) {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    await sleep(1000);
    const ended = started().filter((program) => names.includes(program.name) && !isAlive(program));
    if (ended.length === 0) return;
    if (triesLeft === 0) throw new Error(ended.map(lastWords).join('\n'));
    ended.forEach(startAgain);
  }
}

function lastWords({ name }) {
  const lines = fs
    .readFileSync(at('log', `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
  return `${name} has ended; the end of its log:\n${lines.slice(-20).join('\n')}`;
}

/** Whether a program still runs. A zombie does until its threads have ended, as its ports stay open for so long. */
export function isAlive({ pid, birth }) {
  const now = look(pid);
  if (now === undefined || now.birth !== birth) return false;
  return !/[ZX]/.test(now.state) || countThreads(pid) > 1;
}

function countThreads(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // it has ended in the meantime
  }
}

/** Kills programs and waits for their end. Their files are removed, so they need no clean shutdown. */
export async function stop(programs) {
  for (const program of programs) if (isAlive(program)) kill(program.pid);
  while (programs.some(isAlive)) await sleep(20);
}

export async function until(what, isReady, seconds = 90) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isReady())) {
    if (Date.now() > deadline) {
      const ended = started().filter((program) => !isAlive(program));
      const why = [`${what} not ready after ${seconds} s`, ...ended.map(lastWords)];
      throw new Error(`${why.join('\n')}\nlogs are in ${at('log')}`);
    }
    await sleep(100);
  }
}
