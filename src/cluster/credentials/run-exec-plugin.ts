import type { ChildProcessByStdio } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io, Wait } from '../../io.ts';
import { commandOf } from '../../system/batch-file.ts';
import { findProgram } from '../../system/find-program.ts';
import type { ExecPlugin } from '../settings/exec-plugin-settings.ts';
import { parseExecCredential, type IssuedCredential } from './exec-credential.ts';
import { readWithin } from '../formats/read-at-most.ts';
import { renderExecInfo, type ExecCluster } from './exec-info.ts';
import { requireAllowedPlugin } from './plugin-policy.ts';

/** Leaves time for a login in a browser. */
const PLUGIN_TIMEOUT_MS = 300_000;
/** Time for a plugin to end after SIGTERM. Delays the end of this program as well. */
const PLUGIN_GRACE_MS = 500;
const LINE_FEED = 10;

/** What running a plugin needs. */
export interface PluginContext {
  readonly io: Pick<Io, 'env' | 'platform' | 'stderr' | 'terminal' | 'pluginPolicy' | 'waits' | 'askInTurn'>;
  /** Called if the plugin asks for cluster information. */
  readonly cluster: () => Promise<ExecCluster>;
  /** Ends the plugin. */
  readonly signal: AbortSignal;
}

/**
 * Runs a credential plugin and returns its credential. Copies the plugin's stderr to ours. The plugin gets our
 * stdin only if it may prompt and stdin is a terminal. Throws `credentials`, and `too-large` for endless output.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export async function runExecPlugin(plugin: ExecPlugin, context: PluginContext): Promise<IssuedCredential> {
  const { io } = context;
  const isInteractive = plugin.interactiveMode !== 'Never' && io.terminal.hasInput;
  if (plugin.interactiveMode === 'Always' && !isInteractive) {
    throw new CliError('credentials', `${plugin.label}: the plugin needs to ask, but there is no terminal`, {
      hint: `run it in a terminal first, or use credentials that need no login`,
    });
  }
  requireAllowedPlugin(io.pluginPolicy, plugin, (command) => findProgram(command, io));
  const cluster = plugin.providesClusterInfo ? await context.cluster() : undefined;
  const env = {
    ...io.env,
    ...plugin.env,
    KUBERNETES_EXEC_INFO: renderExecInfo(plugin, isInteractive, cluster),
  };
  const run = (): Promise<string> => capture(plugin, context, { env, isInteractive });
  const printed = isInteractive && io.askInTurn !== undefined ? io.askInTurn(run) : run();
  return parseExecCredential(await printed, plugin);
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Run {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isInteractive: boolean;
}

/** Starts the program. Throws `credentials` if there is none, or it cannot be started. */
async function start(
  plugin: ExecPlugin,
  { io, signal }: PluginContext,
  { env, isInteractive }: Run,
): Promise<Child> {
  const { spawn } = await import('node:child_process');
  signal.throwIfAborted();
  // Like kubectl, searches our own PATH, not the one that the plugin gets.
  const program = findProgram(plugin.command, io);
  if (program === undefined) throw missingProgram(plugin, io);
  try {
    const { file, args, isVerbatim } = commandOf(program, plugin.args, io);
    return spawn(file, args, {
      ...(!isVerbatim && { argv0: plugin.command }),
      env,
      stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
  } catch (error) {
    throw startFailure(plugin, toError(error));
  }
}

/** Runs the program to its end and returns its output. */
async function capture(plugin: ExecPlugin, context: PluginContext, run: Run): Promise<string> {
  const { io, signal } = context;
  const child = await start(plugin, context, run);
  const printed = readWithin(
    child.stdout,
    'plugin',
    `${plugin.label}: the output of the plugin ${plugin.command}`,
  );
  passOn(child.stderr, io.stderr);
  const wait = tellOfWait(plugin, io, child.stderr);
  return new Promise<string>((resolve, reject) => {
    const fail = (how: string): void =>
      reject(new CliError('credentials', `${plugin.label}: the plugin ${plugin.command} ${how}`));
    const giveUp = (how: string): void => {
      fail(how);
      end(child);
    };
    const abort = (): void => giveUp('was stopped');
    const timer = setTimeout(giveUp, PLUGIN_TIMEOUT_MS, `did not end within ${PLUGIN_TIMEOUT_MS / 1000} s`);
    signal.addEventListener('abort', abort, { once: true });
    child.once('error', (error) => reject(startFailure(plugin, error)));
    printed.catch((error: unknown) => {
      reject(toError(error));
      end(child);
    });
    child.once('close', (code, killedBy) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (code === 0)
        printed.then(
          (bytes) => resolve(bytes.toString('utf8')),
          () => undefined,
        );
      else fail(killedBy === null ? `exited with ${code ?? 0}` : `was ended by ${killedBy}`);
    });
  }).finally(() => wait?.end());
}

/**
 * An unfinished line on stderr is a prompt. The user knows about the wait then, and a notice would garble the
 * prompt.
 */
function tellOfWait(
  { command }: ExecPlugin,
  { waits }: PluginContext['io'],
  said: Readable,
): Wait | undefined {
  const wait = waits?.begin({ what: `the credential plugin "${command}"` });
  said.on('data', (chunk: Buffer) => {
    if (chunk.at(-1) === LINE_FEED) wait?.heard();
    else wait?.end();
  });
  return wait;
}

/** Copies with backpressure, so that nothing piles up in memory. */
function passOn(from: Readable, to: Writable): void {
  from.on('data', (chunk: Buffer) => {
    if (to.destroyed || to.write(chunk)) return;
    const goOn = (): void => {
      to.off('drain', goOn).off('close', goOn);
      from.resume();
    };
    from.pause();
    to.on('drain', goOn).on('close', goOn);
  });
}

/** Ends the program, with SIGKILL if need be. Closes its pipes, which its children may have inherited. */
function end(child: Child): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PLUGIN_GRACE_MS);
  child.once('exit', () => clearTimeout(timer));
  child.stdout.destroy();
  child.stderr.destroy();
}

function missingProgram({ label, command, installHint }: ExecPlugin, { env }: PluginContext['io']): Error {
  const why = isAbsolute(command)
    ? 'is not there, or not a program that you may run'
    : 'is in no absolute folder of PATH';
  const hasOthers = (env['PATH'] ?? '').split(delimiter).some((folder) => !isAbsolute(folder));
  const others = hasOthers ? '; entries of PATH that are empty or relative are not searched' : '';
  return new CliError('credentials', `${label}: the plugin ${command} ${why}`, {
    hint: installHint ?? `install it, or put its folder into PATH${others}`,
  });
}

function startFailure(plugin: ExecPlugin, error: Error): Error {
  return new CliError(
    'credentials',
    `${plugin.label}: the plugin ${plugin.command} cannot be run: ${error.message}`,
    {
      ...(plugin.installHint === undefined ? {} : { hint: plugin.installHint }),
      cause: error,
    },
  );
}
