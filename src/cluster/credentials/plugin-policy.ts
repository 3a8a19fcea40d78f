import { basename } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import type { PluginPolicy } from '../../io.ts';
import type { ExecPlugin } from '../settings/exec-plugin-settings.ts';

/** Resolves a command to a program; undefined if there is none. */
type FindProgram = (command: string) => string | undefined;

/**
 * Refuses a credential plugin that the user's kuberc does not allow. As with kubectl, an entry matches the same
 * command, or a command that resolves to the same program; links are not followed. Throws `credentials`.
 * See https://kubernetes.io/docs/reference/kubectl/kuberc/#credential-plugin-policy
 */
export function requireAllowedPlugin(
  policy: PluginPolicy | undefined,
  plugin: Pick<ExecPlugin, 'label' | 'command'>,
  findProgram: FindProgram,
): void {
  if (policy === undefined) return;
  const refusal = (why: string, hint: string): CliError =>
    new CliError('credentials', `${plugin.label}: the plugin ${plugin.command} may not run: ${why}`, {
      hint,
    });
  if (policy.kind === 'deny-all')
    throw refusal(
      `${policy.file} has the credentialPluginPolicy DenyAll`,
      'use credentials without a plugin',
    );
  const program = findProgram(plugin.command);
  if (isAllowed(policy.commands, { command: plugin.command, program }, findProgram)) return;
  const seen = program === undefined || program === plugin.command ? '' : ` (${program})`;
  throw refusal(
    `the credentialPluginAllowlist of ${policy.file} does not list it${seen}`,
    'add it there, if you trust it',
  );
}

interface Found {
  readonly command: string;
  readonly program: string | undefined;
}

function isAllowed(
  commands: readonly string[],
  { command, program }: Found,
  findProgram: FindProgram,
): boolean {
  if (commands.includes(command)) return true;
  if (program === undefined) return false;
  if (commands.includes(program)) return true;
  return commands
    .filter((entry) => basename(entry) === basename(program))
    .some((entry) => findProgram(entry) === program);
}
