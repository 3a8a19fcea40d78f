import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod } from '../src/pod/types.ts';
import { FAREWELL, SHELL, type Step, WALK } from './demo-walk.ts';
import { startLocalPlayground, type LocalPlayground } from './local-playground.ts';

const BIN = path.join(__dirname, '..', 'bin');
/** As kubectl runs it for `kubectl dbg`, so that its hints say so too. */
const PLUGIN = path.join(BIN, 'kubectl-dbg.js');
const PROGRAM = path.join(BIN, 'kubectl-debug.js');
/** What a person has set for real clusters would change what the demo shows. */
const WITHOUT_SETTINGS = { KUBECTL_DEBUG_IMAGE: undefined, KUBECTL_DEBUG_CONFIG: 'off', KUBERC: 'off' };
const START_DEADLINE_MS = 20_000;

/** The word quoted for a shell. */
function asTyped(args: readonly string[]): string {
  return args
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function runProgram(kubeconfig: string, { args, input }: Step): Promise<number> {
  const pipe = input === undefined ? '' : `echo ${input.trim()} | `;
  process.stdout.write(`$ ${pipe}kubectl dbg ${asTyped(args)}\n`);
  const child = spawn(process.execPath, [PLUGIN, ...args], {
    env: { ...process.env, ...WITHOUT_SETTINGS, KUBECONFIG: kubeconfig },
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (code) => resolve(code ?? 1)),
  );
}

async function show(kubeconfig: string, step: Step): Promise<void> {
  process.stdout.write(`\n${step.say}\n`);
  const code = await runProgram(kubeconfig, step);
  process.stdout.write(`(exit code ${code})\n`);
  if (code !== step.expectedCode) throw new Error(`expected exit code ${step.expectedCode}`);
}

function isRunning(pod: Pod | undefined): boolean {
  return (
    pod?.status?.phase === 'Running' && pod.status.containerStatuses?.every(({ ready }) => ready) === true
  );
}

async function untilPodsRun({ playground }: LocalPlayground): Promise<void> {
  const deadlineMs = Date.now() + START_DEADLINE_MS;
  for (const name of ['web-1', 'web-2', 'web-3']) {
    while (!isRunning(playground.getPod({ namespace: 'default', name }))) {
      if (Date.now() > deadlineMs) throw new Error(`pod ${name} did not start`);
      await sleep(50);
    }
  }
}

async function demonstrate(local: LocalPlayground): Promise<void> {
  await untilPodsRun(local);
  for (const step of WALK) {
    if (local.isConfined || step.needsConfinement !== true) await show(local.kubeconfig, step);
  }
  const refusal = whyNoShell(local);
  process.stdout.write(`\n${refusal ?? SHELL.say}\n`);
  if (refusal === undefined) await runProgram(local.kubeconfig, SHELL);
  process.stdout.write(`\n${FAREWELL}\n`);
}

/** Why the last step is left out; undefined if it is not. */
function whyNoShell({ isConfined }: LocalPlayground): string | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return 'The last step, a shell in web-1, needs a terminal: run npm run demo in one.';
  if (isConfined || process.argv.includes('--unconfined')) return undefined;
  return 'This system refuses the namespaces that would keep a shell away from your files.\nFor a live shell all the same: npm run demo -- --unconfined';
}

/** `npm run demo`: debugs a pod on the embedded API server; on a terminal it ends in a shell. */
async function main(): Promise<void> {
  process.stdout.write('A small cluster inside this process; nothing outside of it is touched.\n');
  const local = await startLocalPlayground(PROGRAM);
  process.on('SIGINT', () => undefined); // the program that we run also gets the signal, and ends
  try {
    await demonstrate(local);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`the demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await local.close();
  }
}

void main();
