import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { ExecPlugin } from './exec-plugin-settings.ts';
import { parseExecCredential, type IssuedCredential } from './exec-credential.ts';
import { renderExecInfo, type ExecCluster } from './exec-info.ts';

/** Long enough for a login in a browser. */
const PLUGIN_TIMEOUT_MS = 300_000;

/** What a plugin is run with. */
export interface PluginContext {
  readonly io: Pick<Io, 'env' | 'stderr' | 'terminal'>;
  /** Handed over when the plugin asks for it. */
  readonly cluster: () => Promise<ExecCluster>;
  /** Ends the plugin. */
  readonly signal: AbortSignal;
}

/**
 * Runs a credential plugin and returns what it issued. Its stderr is passed on as it comes; it gets the terminal's
 * stdin only when it may talk to the user and there is one. Throws `credentials`.
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
  const cluster = plugin.providesClusterInfo ? await context.cluster() : undefined;
  const env = {
    ...io.env,
    ...plugin.env,
    KUBERNETES_EXEC_INFO: renderExecInfo(plugin, isInteractive, cluster),
  };
  return parseExecCredential(await capture(plugin, context, { env, isInteractive }), plugin);
}

interface Run {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isInteractive: boolean;
}

/** Runs the program to its end and returns what it printed. */
async function capture(
  plugin: ExecPlugin,
  { io, signal }: PluginContext,
  { env, isInteractive }: Run,
): Promise<string> {
  const { spawn } = await import('node:child_process');
  const child = spawn(plugin.command, plugin.args, {
    env,
    signal,
    timeout: PLUGIN_TIMEOUT_MS,
    stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => io.stderr.write(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(startFailure(plugin, error)));
    child.once('close', (code, killedBy) => {
      if (code === 0) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        return;
      }
      const how = killedBy === null ? `exited with ${code ?? 0}` : `was ended by ${killedBy}`;
      reject(new CliError('credentials', `${plugin.label}: the plugin ${plugin.command} ${how}`));
    });
  });
}

function startFailure(plugin: ExecPlugin, error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  const why = code === 'ENOENT' ? 'is not installed' : `cannot be run: ${error.message}`;
  const hint = plugin.installHint ?? 'install it, or put its folder into PATH';
  return new CliError('credentials', `${plugin.label}: the plugin ${plugin.command} ${why}`, {
    hint,
    cause: error,
  });
}
